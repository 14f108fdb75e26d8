import { RagmeterError } from '../model/errors.ts';
import { delimited, ProtobufReader } from './protobuf-reader.ts';

const RESOURCES = delimited(1);
/** A resource, what came from it, and the URL of its schema. */
const IN_RESOURCES = [delimited(1), delimited(2), delimited(3)];

/** A length of four bytes, the highest first. */
const LENGTH_BYTES = 4;

/**
 * The requests in a file of OTLP as protobuf: one as it was sent, or many with the length of each before it, as the Collector's file
 * exporter writes them. The last one may be cut. Undefined where the file is neither; a JSON document never is either of them.
 */
export function protobufRequestsIn(bytes: Uint8Array): readonly Uint8Array[] | undefined {
  if (bytes[0] === RESOURCES && isRequest(bytes)) return [bytes];
  const length = lengthAt(bytes, 0);
  const isFramed = length !== undefined && length > 0 && LENGTH_BYTES + length <= bytes.length && bytes[LENGTH_BYTES] === RESOURCES;
  return isFramed ? framedIn(bytes) : undefined;
}

function framedIn(bytes: Uint8Array): readonly Uint8Array[] {
  const requests: Uint8Array[] = [];
  for (let start = 0; start < bytes.length; ) {
    const length = lengthAt(bytes, start) ?? 0;
    const end = start + LENGTH_BYTES + length;
    requests.push(bytes.subarray(start + LENGTH_BYTES, end));
    start = end;
  }
  return requests;
}

function lengthAt(bytes: Uint8Array, at: number): number | undefined {
  if (at + LENGTH_BYTES > bytes.length) return undefined;
  return new DataView(bytes.buffer, bytes.byteOffset + at, LENGTH_BYTES).getUint32(0);
}

/** Whether every length in it leads to where a field may begin. The tag in front of a request is a line end in a text. */
function isRequest(bytes: Uint8Array): boolean {
  const reader = new ProtobufReader(bytes);
  try {
    while (reader.position < bytes.length) {
      if (reader.tag(bytes.length) !== RESOURCES) return false;
      const end = reader.message(bytes.length);
      while (reader.position < end) {
        const tag = reader.tag(end);
        if (!IN_RESOURCES.includes(tag)) return false;
        reader.skip(tag, end);
      }
    }
    return true;
  } catch (error) {
    if (error instanceof RagmeterError) return false;
    throw error;
  }
}
