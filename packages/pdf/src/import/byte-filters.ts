import { DocumentRefused } from '../model.js';

/** Larger than any page's content or table of objects; a stream that decodes to more is a decompression bomb. */
export const MAX_DECODED_BYTES = 128 * 1024 * 1024;
const FOUR_ZEROS = new Uint8Array(4);

/** A byte buffer that grows up to MAX_DECODED_BYTES. */
class DecodedBytes {
  #buffer = Buffer.allocUnsafe(4096);
  #length = 0;

  push(byte: number): void {
    if (this.#length === this.#buffer.length) this.#reserve(1);
    this.#buffer[this.#length] = byte;
    this.#length += 1;
  }

  append(bytes: Uint8Array): void {
    if (this.#length + bytes.length > this.#buffer.length) this.#reserve(bytes.length);
    this.#buffer.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#length);
  }

  #reserve(more: number): void {
    if (this.#length + more > MAX_DECODED_BYTES) throw tooMuch();
    const grown = Buffer.allocUnsafe(Math.max(2 * this.#buffer.length, this.#length + more));
    this.#buffer.copy(grown, 0, 0, this.#length);
    this.#buffer = grown;
  }
}

export function tooMuch(): DocumentRefused {
  return new DocumentRefused('BROKEN', `a stream that decodes to more than ${MAX_DECODED_BYTES} bytes`);
}

export function lzwDecoded(data: Uint8Array, early: number): Uint8Array {
  const out = new DecodedBytes();
  const clear = 256;
  const end = 257;
  let table: (readonly number[])[] = [];
  let previous: readonly number[] | null = null;
  let width = 9;
  let buffer = 0;
  let held = 0;
  const entry = (code: number): readonly number[] | undefined => (code < 256 ? [code] : table[code - 258]);
  for (const byte of data) {
    buffer = ((buffer << 8) | byte) & 0xffffff;
    held += 8;
    if (held < width) continue;
    held -= width;
    const code = (buffer >> held) & ((1 << width) - 1);
    if (code === end) break;
    if (code === clear) {
      table = [];
      previous = null;
      width = 9;
      continue;
    }
    const known = entry(code);
    const sequence: readonly number[] | null =
      known ?? (previous === null ? null : [...previous, previous[0] ?? 0]);
    if (sequence === null) break;
    for (const value of sequence) out.push(value);
    if (previous !== null && table.length < 4096 - 258) table.push([...previous, sequence[0] ?? 0]);
    previous = sequence;
    const next = table.length + 258 + early;
    width = next >= 2048 ? 12 : next >= 1024 ? 11 : next >= 512 ? 10 : 9;
  }
  return out.bytes();
}

export function hexDecoded(data: Uint8Array): Uint8Array {
  const text = Buffer.from(data).toString('latin1').split('>', 1)[0] ?? '';
  const digits = text.replace(/[^0-9A-Fa-f]/g, '');
  return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex');
}

export function base85Decoded(data: Uint8Array): Uint8Array {
  const out = new DecodedBytes();
  let group: number[] = [];
  const flush = (): void => {
    if (group.length < 2) return;
    const bytes = group.length - 1;
    while (group.length < 5) group.push(84);
    const value = group.reduce((sum, digit) => sum * 85 + digit, 0);
    for (let index = 0; index < bytes; index += 1) out.push(Math.floor(value / 256 ** (3 - index)) & 0xff);
    group = [];
  };
  for (const byte of data) {
    if (byte === 0x7e) break;
    if (byte === 0x7a && group.length === 0) out.append(FOUR_ZEROS);
    if (byte < 0x21 || byte > 0x75) continue;
    group.push(byte - 0x21);
    if (group.length === 5) flush();
  }
  flush();
  return out.bytes();
}

export function runLengthDecoded(data: Uint8Array): Uint8Array {
  const out = new DecodedBytes();
  for (let at = 0; at < data.length; ) {
    const length = data[at] ?? 128;
    if (length === 128) break;
    if (length < 128) {
      out.append(data.subarray(at + 1, at + 2 + length));
      at += 2 + length;
    } else {
      out.append(new Uint8Array(257 - length).fill(data[at + 1] ?? 0));
      at += 2;
    }
  }
  return out.bytes();
}
