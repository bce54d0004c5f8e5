/** State in which a page's content leaves the interpreter. */
export interface ContentBalance {
  /** Restores (Q) without a preceding save (q): how far the content reaches below its initial graphics state. */
  readonly surplusRestores: number;
  /** Saves without a restore. */
  readonly openSaves: number;
  /**
   * The content ends within a string, an array, a dictionary, inline image data, a text object or a marked-content
   * sequence: whatever follows would be swallowed, or hidden with the layer of that sequence.
   */
  readonly swallows: boolean;
}

const WHITESPACE = 1;
const DELIMITER = 2;
const CLASS = new Uint8Array(256);
for (const byte of [0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20]) CLASS[byte] = WHITESPACE;
for (const character of '()<>[]{}/%') CLASS[character.charCodeAt(0)] = DELIMITER;
const MAX_OPERATOR_LENGTH = 3;

/** Counts opening and closing operators in a decoded content stream, skipping strings, comments and inline images. */
export function contentBalance(content: Uint8Array): ContentBalance {
  let depth = 0;
  let lowest = 0;
  let text = false;
  let marked = 0;
  let brackets = 0;
  for (const word of words(content)) {
    if (word === 'q') depth += 1;
    else if (word === 'Q') {
      depth -= 1;
      lowest = Math.min(lowest, depth);
    } else if (word === 'BT' || word === 'ET') text = word === 'BT';
    else if (word === 'BMC' || word === 'BDC') marked += 1;
    else if (word === 'EMC') marked = Math.max(0, marked - 1);
    else if (word === '[' || word === '<<') brackets += 1;
    else if (word === ']' || word === '>>') brackets = Math.max(0, brackets - 1);
    else if (word === UNFINISHED)
      return { surplusRestores: -lowest, openSaves: depth - lowest, swallows: true };
  }
  const swallows = text || marked > 0 || brackets > 0;
  return { surplusRestores: -lowest, openSaves: depth - lowest, swallows };
}

/** Marks a string or image that extends beyond the end. */
const UNFINISHED = 'unfinished';

/** Operators, and brackets. */
function* words(content: Uint8Array): Generator<string> {
  let at = 0;
  while (at < content.length) {
    const byte = content[at] ?? 0;
    if (CLASS[byte] === WHITESPACE) {
      at += 1;
      continue;
    }
    let end = at + 1;
    if (byte === 0x25) end = endOfLine(content, at);
    else if (byte === 0x28) end = endOfString(content, at);
    else if (byte === 0x3c && content[end] !== 0x3c) end = after(content, at, 0x3e);
    else if (byte === 0x2f) end = endOfRegular(content, end);
    else if (CLASS[byte] === DELIMITER) {
      if ((byte === 0x3c || byte === 0x3e) && content[end] === byte) end += 1;
      yield Buffer.from(content.subarray(at, end)).toString('latin1');
    } else {
      end = endOfRegular(content, at);
      if (end - at <= MAX_OPERATOR_LENGTH) {
        const word = String.fromCharCode(...content.subarray(at, end));
        if (word === 'ID') end = endOfInlineImage(content, end);
        else yield word;
      }
    }
    if (end > content.length) yield UNFINISHED;
    at = end;
  }
}

function endOfRegular(content: Uint8Array, start: number): number {
  let at = start;
  while (at < content.length && CLASS[content[at] ?? 0] === 0) at += 1;
  return at;
}

function endOfLine(content: Uint8Array, start: number): number {
  let at = start;
  while (at < content.length && content[at] !== 0x0a && content[at] !== 0x0d) at += 1;
  return at;
}

function after(content: Uint8Array, start: number, byte: number): number {
  const found = content.indexOf(byte, start);
  return found < 0 ? content.length + 1 : found + 1;
}

function endOfString(content: Uint8Array, start: number): number {
  let depth = 0;
  for (let at = start; at < content.length; at += 1) {
    const byte = content[at];
    if (byte === 0x5c) at += 1;
    else if (byte === 0x28) depth += 1;
    else if (byte === 0x29) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return content.length + 1;
}

/** Inline image data end with EI between white space; EI followed by binary data is part of the data. */
function endOfInlineImage(content: Uint8Array, start: number): number {
  for (let at = start + 1; at < content.length - 1; at += 1) {
    if (content[at] !== 0x45 || content[at + 1] !== 0x49) continue;
    if (CLASS[content[at - 1] ?? 0] !== WHITESPACE) continue;
    const following = content.subarray(at + 2, at + 12);
    if (following.length > 0 && CLASS[following[0] ?? 0] !== WHITESPACE) continue;
    if (following.every((byte) => byte < 0x80 && (byte >= 0x20 || CLASS[byte] === WHITESPACE))) return at + 2;
  }
  return content.length + 1;
}
