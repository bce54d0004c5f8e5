import type { ByteSink } from './byte-sink.js';
import { isArray, isDictionary, type PdfDictionary, type PdfObject, type PdfValue } from './values.js';

/** Writes `number generation obj ... endobj`; a stream gets the /Length of its data. */
export function writeIndirectObject(
  sink: ByteSink,
  object: number,
  generation: number,
  value: PdfObject,
): void {
  sink.text(`${object} ${generation} obj\n`);
  if (value !== null && typeof value === 'object' && 'kind' in value && value.kind === 'stream') {
    const entries = new Map(value.dictionary).set('Length', value.data.length);
    sink.text(`${printDictionary(entries)}\nstream\n`);
    sink.append(value.data);
    sink.text('\nendstream\nendobj\n');
    return;
  }
  sink.text(`${printValue(value)}\nendobj\n`);
}

/** The value in PDF syntax, one character per byte. */
export function printValue(value: PdfValue): string {
  if (value === null) return 'null';
  if (typeof value === 'number') return printNumber(value);
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (isArray(value)) return `[${value.map(printValue).join(' ')}]`;
  if (isDictionary(value)) return printDictionary(value);
  switch (value.kind) {
    case 'name':
      return printName(value.name);
    case 'reference':
      return `${value.object} ${value.generation} R`;
    case 'string':
      return printString(value.bytes);
  }
}

/** PDF has no exponents; six decimal places are finer than any device. */
export function printNumber(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e21) return value.toString();
  if (!Number.isFinite(value)) throw new RangeError(`no PDF number: ${value}`);
  const fixed = value.toFixed(6).replace(/\.?0+$/, '');
  return fixed === '-0' ? '0' : fixed;
}

function printDictionary(entries: PdfDictionary): string {
  const parts: string[] = [];
  for (const [key, value] of entries) parts.push(`${printName(key)} ${printValue(value)}`);
  return `<<${parts.join(' ')}>>`;
}

function printName(text: string): string {
  if (/^[A-Za-z0-9_.+\-:*]*$/.test(text)) return `/${text}`;
  let escaped = '/';
  for (let index = 0; index < text.length; index += 1) {
    const byte = text.charCodeAt(index) & 0xff;
    const regular = byte > 0x20 && byte < 0x7f && !'()<>[]{}/%#'.includes(String.fromCharCode(byte));
    escaped += regular ? String.fromCharCode(byte) : `#${byte.toString(16).padStart(2, '0')}`;
  }
  return escaped;
}

function printString(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  if (/^[\x20-\x7e]*$/.test(text)) return `(${text.replace(/[\\()]/g, '\\$&')})`;
  return `<${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}>`;
}
