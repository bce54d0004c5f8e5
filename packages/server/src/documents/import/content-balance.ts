/** How a page's content leaves the stack of graphics states. */
export interface ContentBalance {
  /** Restores (Q) beyond the saves (q) before them: how deep the content reaches below where it began. */
  readonly surplusRestores: number;
  /** Saves that were never restored. */
  readonly openSaves: number;
}

const WHITESPACE = 1;
const DELIMITER = 2;
const CLASS = new Uint8Array(256);
for (const byte of [0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20]) CLASS[byte] = WHITESPACE;
for (const character of '()<>[]{}/%') CLASS[character.charCodeAt(0)] = DELIMITER;

/** Counts q and Q of a decoded content stream, over strings, comments and inline images. */
export function contentBalance(content: Uint8Array): ContentBalance {
  let depth = 0;
  let lowest = 0;
  for (const operator of operators(content)) {
    if (operator === 'q') depth += 1;
    if (operator !== 'Q') continue;
    depth -= 1;
    lowest = Math.min(lowest, depth);
  }
  return { surplusRestores: -lowest, openSaves: depth - lowest };
}

function* operators(content: Uint8Array): Generator<string> {
  let at = 0;
  while (at < content.length) {
    const byte = content[at] ?? 0;
    if (CLASS[byte] === WHITESPACE) at += 1;
    else if (byte === 0x25) at = endOfLine(content, at);
    else if (byte === 0x28) at = endOfString(content, at);
    else if (byte === 0x3c && content[at + 1] !== 0x3c) at = after(content, at, 0x3e);
    else if (byte === 0x2f) at = endOfRegular(content, at + 1);
    else if (CLASS[byte] === DELIMITER) at += 1;
    else {
      const end = endOfRegular(content, at);
      const word = end - at > 2 ? '' : String.fromCharCode(...content.subarray(at, end));
      at = word === 'ID' ? endOfInlineImage(content, end) : end;
      yield word;
    }
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
  return found < 0 ? content.length : found + 1;
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
  return content.length;
}

/** Image data end with EI between white space; EI followed by binary rubbish is part of the data. */
function endOfInlineImage(content: Uint8Array, start: number): number {
  for (let at = start + 1; at < content.length - 1; at += 1) {
    if (content[at] !== 0x45 || content[at + 1] !== 0x49) continue;
    if (CLASS[content[at - 1] ?? 0] !== WHITESPACE) continue;
    const following = content.subarray(at + 2, at + 12);
    if (following.length > 0 && CLASS[following[0] ?? 0] !== WHITESPACE) continue;
    if (following.every((byte) => byte < 0x80 && (byte >= 0x20 || CLASS[byte] === WHITESPACE))) return at + 2;
  }
  return content.length;
}
