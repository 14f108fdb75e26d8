/** Fields that are 0, empty or have nothing in them are left out, as protobuf does. Enough for the replies of OTLP. */
export type ProtobufField = readonly [number: number, value: number | string | Uint8Array];

/** One message as protobuf bytes. Numbers are whole and not negative. */
export function protobufMessage(fields: readonly ProtobufField[]): Uint8Array {
  const bytes: number[] = [];
  for (const [number, value] of fields) {
    if (typeof value === 'number') {
      if (value !== 0) bytes.push(...varintOf(number * 8), ...varintOf(value));
      continue;
    }
    const content = typeof value === 'string' ? Buffer.from(value) : value;
    if (content.length > 0) bytes.push(...varintOf(number * 8 + 2), ...varintOf(content.length), ...content);
  }
  return Uint8Array.from(bytes);
}

function varintOf(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) + 0x80);
    rest = Math.floor(rest / 0x80);
  }
  return [...bytes, rest];
}
