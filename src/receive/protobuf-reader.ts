import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import { RagmeterError } from '../model/errors.ts';
import { RepeatedTexts } from './repeated-texts.ts';

/** Tags of expected fields. A known field that is written in another way is an unknown one. */
export const varint = (field: number): number => field * 8 + WireType.Varint;
export const fixed64 = (field: number): number => field * 8 + WireType.Bit64;
export const fixed32 = (field: number): number => field * 8 + WireType.Bit32;
/** Of texts, bytes and messages. */
export const delimited = (field: number): number => field * 8 + WireType.LengthDelimited;

const CUT = 'a number that is cut';

/** A number of at most so many bytes has at most 28 bits. */
const MAX_SHORT_BYTES = 4;
const MAX_UINT32 = 2 ** 32 - 1;

/**
 * Reads protobuf front to back, straight from the bytes: nothing is built but what the caller asks for. The library's reader knows
 * the end of its bytes alone; here `end` is always where the message ends that is being read, and what leads beyond it throws a
 * `not_protobuf` error. After each field `position` is at most `end`.
 */
export class ProtobufReader {
  readonly #wire: BinaryReader;
  readonly #bytes: Buffer;
  readonly #names: RepeatedTexts;
  readonly #maxMessages: number;
  #messages = 0;

  constructor(bytes: Uint8Array, maxMessages: number = Number.POSITIVE_INFINITY) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    // Views of a plain array take less time than those of a `Buffer`.
    this.#wire = new BinaryReader(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    this.#names = new RepeatedTexts(this.#bytes);
    this.#maxMessages = maxMessages;
  }

  get position(): number {
    return this.#wire.pos;
  }

  set position(position: number) {
    this.#wire.pos = position;
  }

  /** The library's own `tag()` makes a list of each. */
  tag(end: number): number {
    const tag = this.#whole(end);
    if (tag >= 8 && tag <= MAX_UINT32) return tag;
    throw malformed('a field without a number', this.position);
  }

  /** Goes into a message, and says where it ends. Throws `too_large` at one message too many. */
  message(end: number): number {
    this.#messages += 1;
    if (this.#messages <= this.#maxMessages) return this.#stop(end);
    throw new RagmeterError('too_large', `Expected at most ${this.#maxMessages} messages in one request, got more: send smaller batches`);
  }

  /** Passes over a message, and says where it starts, for `position` to be set back to. It counts now, and when it is read. */
  later(end: number): number {
    const start = this.position;
    this.position = this.message(end);
    return start;
  }

  /** Bytes that are not UTF-8 are replaced. */
  text(end: number): string {
    const start = this.position;
    this.#stop(end);
    this.position = start;
    return this.#wire.string();
  }

  /** The same for a text that comes again and again. */
  name(end: number): string {
    const stop = this.#stop(end);
    const text = this.#names.at(this.position, stop);
    this.position = stop;
    return text;
  }

  hexadecimal(end: number): string {
    const stop = this.#stop(end);
    const text = this.#bytes.toString('hex', this.position, stop);
    this.position = stop;
    return text;
  }

  /** A copy: a view would hold the whole request. */
  bytes(end: number): Uint8Array {
    const start = this.position;
    this.#stop(end);
    this.position = start;
    return new Uint8Array(this.#wire.bytes());
  }

  uint32(end: number): number {
    return this.#checked(UINT32, end);
  }

  boolean(end: number): boolean {
    return this.#checked(BOOL, end);
  }

  /** Loses digits beyond 2^53. */
  int64(end: number): number {
    return Number(this.#checked(INT64, end));
  }

  fixed32(end: number): number {
    this.#expected(4, end);
    return this.#wire.fixed32();
  }

  fixed64(end: number): bigint {
    this.#expected(8, end);
    return BigInt(this.#wire.fixed64());
  }

  double(end: number): number {
    this.#expected(8, end);
    return this.#wire.double();
  }

  /**
   * Passes over a field, also one that is written as a group, as nobody does any more. The library's own `skip()` makes a view of each,
   * which takes ten seconds for 64 MiB of small ones.
   */
  skip(tag: number, end: number): void {
    let groups = 0;
    for (let way: WireType = tag & 7; ; way = this.tag(end) & 7) {
      if (way === WireType.Varint) this.uint32(end);
      else if (way === WireType.Bit64) this.position += this.#expected(8, end);
      else if (way === WireType.LengthDelimited) this.position = this.#stop(end);
      else if (way === WireType.StartGroup) groups += 1;
      else if (way === WireType.EndGroup && groups > 0) groups -= 1;
      else if (way === WireType.Bit32) this.position += this.#expected(4, end);
      else throw malformed('a field that is written in no known way', this.position);
      if (groups === 0) return;
    }
  }

  /** Where the texts, bytes or message ends whose length comes next. */
  #stop(end: number): number {
    const length = this.#whole(end);
    const stop = this.position + length;
    if (stop <= end) return stop;
    throw malformed('a length that leads beyond the end', this.position);
  }

  /** The library drops what a number has beyond 32 bits; that of a tag or a length must not be lost. */
  #whole(end: number): number {
    const start = this.position;
    const number = this.uint32(end);
    if (this.position - start <= MAX_SHORT_BYTES) return number;
    this.position = start;
    return Number(this.#wire.uint64());
  }

  #checked<T>(read: (wire: BinaryReader) => T, end: number): T {
    const start = this.position;
    let value: T;
    try {
      value = read(this.#wire);
    } catch (error) {
      throw malformed(error instanceof RangeError ? CUT : 'a number of more than ten bytes', start);
    }
    if (this.position > end) throw malformed(CUT, start);
    return value;
  }

  #expected(size: number, end: number): number {
    if (this.position + size <= end) return size;
    throw malformed(CUT, this.position);
  }
}

const UINT32 = (wire: BinaryReader): number => wire.uint32();
const BOOL = (wire: BinaryReader): boolean => wire.bool();
const INT64 = (wire: BinaryReader): bigint | string => wire.int64();

function malformed(what: string, position: number): RagmeterError {
  return new RagmeterError(
    'not_protobuf',
    `Expected OTLP as protobuf, got ${what} at byte ${position}: check that it was written to its end`,
  );
}
