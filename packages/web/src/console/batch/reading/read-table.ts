import { decodedText, readDelimited } from './read-delimited.js';
import { readWorkbook } from './read-workbook.js';
import { MAX_FILE_BYTES, type SourceTable, Unreadable } from './source-table.js';

/**
 * Reads a table by its content, never by the name of its file.
 * @throws Unreadable
 */
export function readTable(bytes: Uint8Array): SourceTable {
  if (bytes.length > MAX_FILE_BYTES) throw new Unreadable('tooLarge');
  if (startsWith(bytes, [0x50, 0x4b, 0x03, 0x04])) return readWorkbook(bytes);
  // A compound file: a workbook of Excel 97, or one with a password.
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) throw new Unreadable('oldFormat');
  if (startsWith(bytes, [0x25, 0x50, 0x44, 0x46])) throw new Unreadable('notATable');
  return readDelimited(decodedText(bytes));
}

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, index) => bytes[index] === byte);
}
