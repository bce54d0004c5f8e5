import { isUtf8 } from 'node:buffer';

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030';

/** Bytes used for detection. Even, because UTF-16 has two-byte units. */
const SAMPLE_BYTES = 65_536;
/** Tab, line feed, form feed and carriage return are the only control characters allowed in a text. */
const TEXT_CONTROLS: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0c, 0x0d]);
const DELETE = 0x7f;

/** Whether the beginning of a file is text in a supported encoding. */
export function looksLikeText(bytes: Uint8Array): boolean {
  if (bytes.length === 0) return false;
  const beginning = bytes.subarray(0, SAMPLE_BYTES);
  const encoding = markedEncoding(bytes) ?? wideEncoding(beginning);
  // The last character may be truncated, so only complete ones are examined.
  if (encoding === null) return !beginning.some(isForeignControl);
  return !hasForeignControl(new TextDecoder(encoding).decode(beginning, { stream: true }));
}

/**
 * Decodes a text file: UTF-8 and UTF-16 with or without a byte order mark, or GB 18030, which includes GBK and GB 2312.
 * null for any other encoding, and for texts with other control characters. Line ends are kept, a byte order mark is
 * removed.
 */
export function decodeText(bytes: Uint8Array): string | null {
  const encoding = markedEncoding(bytes) ?? wideEncoding(bytes) ?? (isUtf8(bytes) ? 'utf-8' : 'gb18030');
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return hasForeignControl(text) ? null : text;
  } catch {
    return null;
  }
}

function hasForeignControl(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (isForeignControl(text.charCodeAt(at))) return true;
  return false;
}

function isForeignControl(code: number): boolean {
  return code === DELETE || (code < 0x20 && !TEXT_CONTROLS.has(code));
}

function markedEncoding(bytes: Uint8Array): Encoding | null {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return null;
}

/**
 * UTF-16 without a byte order mark: no other text encoding contains zero bytes. In the correct byte order nearly every
 * unit is a common Latin or Chinese character or punctuation; in the wrong one only a third of the Chinese ones are.
 */
function wideEncoding(bytes: Uint8Array): Encoding | null {
  const looked = bytes.subarray(0, SAMPLE_BYTES);
  if (bytes.length % 2 !== 0 || !looked.includes(0)) return null;
  return plainUnits(looked, 0) >= plainUnits(looked, 1) ? 'utf-16be' : 'utf-16le';
}

/** @param high index of the high byte in each pair */
function plainUnits(bytes: Uint8Array, high: 0 | 1): number {
  let plain = 0;
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    const unit = (bytes[at + high] ?? 0) * 256 + (bytes[at + 1 - high] ?? 0);
    const latin = unit < 0x7f && !isForeignControl(unit);
    const chinese =
      (unit >= 0x4e00 && unit <= 0x9fff) || (unit >= 0x3000 && unit <= 0x303f) || unit >= 0xff00;
    if (latin || chinese) plain += 1;
  }
  return plain;
}
