import { RagmeterError } from '../model/errors.ts';
import { RepeatedTexts } from './repeated-texts.ts';

/** The three low bits of a tag say how a field is written: https://protobuf.dev/programming-guides/encoding/#structure */
const VARINT = 0;
const FIXED64 = 1;
const DELIMITED = 2;
const START_GROUP = 3;
const END_GROUP = 4;
const FIXED32 = 5;

const TWO_TO_32 = 2 ** 32;

/** Tags of expected fields. A known field that is written in another way is an unknown one. */
export const varint = (field: number): number => field * 8 + VARINT;
export const fixed64 = (field: number): number => field * 8 + FIXED64;
export const fixed32 = (field: number): number => field * 8 + FIXED32;
/** Of texts, bytes and messages. */
export const delimited = (field: number): number => field * 8 + DELIMITED;

/**
 * Reads protobuf front to back, straight from the bytes: nothing is built but what the caller asks for. `end` is always where the
 * message ends that is being read; what leads beyond it throws a `not_protobuf` error. After each field `position` is at most `end`.
 */
export class ProtobufReader {
  position = 0;
  readonly #bytes: Buffer;
  readonly #names: RepeatedTexts;
  readonly #maxMessages: number;
  #messages = 0;
  /** The upper 32 bits of the last varint. */
  #high = 0;

  constructor(bytes: Uint8Array, maxMessages: number = Number.POSITIVE_INFINITY) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#names = new RepeatedTexts(this.#bytes);
    this.#maxMessages = maxMessages;
  }

  tag(end: number): number {
    const tag = this.#varint(end);
    if (tag < 8 || this.#high !== 0) throw malformed('a field without a number', this.position);
    return tag;
  }

  /** Goes into a message, and says where it ends. Throws `too_large` at one message too many. */
  message(end: number): number {
    this.#messages += 1;
    if (this.#messages <= this.#maxMessages) return this.#length(end);
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
    const stop = this.#length(end);
    const text = this.#bytes.toString('utf8', this.position, stop);
    this.position = stop;
    return text;
  }

  /** The same for a text that comes again and again. */
  name(end: number): string {
    const stop = this.#length(end);
    const text = this.#names.at(this.position, stop);
    this.position = stop;
    return text;
  }

  hexadecimal(end: number): string {
    const stop = this.#length(end);
    const text = this.#bytes.toString('hex', this.position, stop);
    this.position = stop;
    return text;
  }

  /** A copy: a view would hold the whole request. */
  bytes(end: number): Uint8Array {
    const stop = this.#length(end);
    const bytes = new Uint8Array(this.#bytes.subarray(this.position, stop));
    this.position = stop;
    return bytes;
  }

  uint32(end: number): number {
    return this.#varint(end);
  }

  boolean(end: number): boolean {
    return this.#varint(end) !== 0 || this.#high !== 0;
  }

  /** Loses digits beyond 2^53. */
  int64(end: number): number {
    const low = this.#varint(end);
    return (this.#high | 0) * TWO_TO_32 + low;
  }

  fixed32(end: number): number {
    return this.#bytes.readUInt32LE(this.#advance(4, end));
  }

  fixed64(end: number): bigint {
    return this.#bytes.readBigUInt64LE(this.#advance(8, end));
  }

  double(end: number): number {
    return this.#bytes.readDoubleLE(this.#advance(8, end));
  }

  /** Passes over a field, also one that is written as a group, as nobody does any more. */
  skip(tag: number, end: number): void {
    let groups = 0;
    for (let way = tag & 7; ; way = this.tag(end) & 7) {
      if (way === VARINT) this.#varint(end);
      else if (way === FIXED64) this.#advance(8, end);
      else if (way === DELIMITED) this.position = this.#length(end);
      else if (way === START_GROUP) groups += 1;
      else if (way === END_GROUP && groups > 0) groups -= 1;
      else if (way === FIXED32) this.#advance(4, end);
      else throw malformed('a field that is written in no known way', this.position);
      if (groups === 0) return;
    }
  }

  /** Where the texts, bytes or message ends whose length comes next. */
  #length(end: number): number {
    const stop = this.#varint(end) + this.position;
    if (stop <= end && this.#high === 0) return stop;
    throw malformed('a length that leads beyond the end', this.position);
  }

  #advance(size: number, end: number): number {
    const start = this.position;
    this.position += size;
    if (this.position > end) throw malformed('a number that is cut', start);
    return start;
  }

  /** The lower 32 bits; the upper ones are in `#high`. */
  #varint(end: number): number {
    let byte = this.#byte(end);
    this.#high = 0;
    if (byte < 0x80) return byte;
    let low = byte & 0x7f;
    for (let shift = 7; shift <= 28; shift += 7) {
      byte = this.#byte(end);
      low |= (byte & 0x7f) << shift;
      if (shift === 28) this.#high = (byte & 0x7f) >>> 4;
      if (byte < 0x80) return low >>> 0;
    }
    for (let shift = 3; shift <= 31; shift += 7) {
      byte = this.#byte(end);
      this.#high |= (byte & 0x7f) << shift;
      if (byte < 0x80) return low >>> 0;
    }
    throw malformed('a number of more than ten bytes', this.position);
  }

  #byte(end: number): number {
    const byte = this.position < end ? this.#bytes[this.position] : undefined;
    if (byte === undefined) throw malformed('a number that is cut', this.position);
    this.position += 1;
    return byte;
  }
}

function malformed(what: string, position: number): RagmeterError {
  return new RagmeterError(
    'not_protobuf',
    `Expected OTLP as protobuf, got ${what} at byte ${position}: check that it was written to its end`,
  );
}
