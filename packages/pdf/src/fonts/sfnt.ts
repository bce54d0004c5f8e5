/** The container of TrueType and OpenType fonts (ISO/IEC 14496-22 section 4): a directory and its tables. */

export type SfntTables = ReadonlyMap<string, Uint8Array>;

export const TRUETYPE = 0x00010000;
/** 'true': Apple's equivalent. */
export const APPLE_TRUETYPE = 0x74727565;
/** 'OTTO': outlines in the Compact Font Format. */
export const COMPACT = 0x4f54544f;
/** 'ttcf': several fonts that share tables. */
export const COLLECTION = 0x74746366;

/** The tables of the font whose directory begins at `directory`. Throws RangeError if one lies outside the file. */
export function readSfnt(bytes: Uint8Array, directory = 0): SfntTables {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tables = new Map<string, Uint8Array>();
  const count = view.getUint16(directory + 4);
  for (let index = 0; index < count; index++) {
    const entry = directory + 12 + 16 * index;
    const tag = Buffer.from(bytes.subarray(entry, entry + 4)).toString('latin1');
    const offset = view.getUint32(entry + 8);
    const length = view.getUint32(entry + 12);
    if (offset + length > bytes.length) throw new RangeError(`table ${tag} is outside the file`);
    tables.set(tag, bytes.subarray(offset, offset + length));
  }
  return tables;
}

/** A TrueType file with these tables. */
export function writeSfnt(tables: SfntTables): Uint8Array {
  const sorted = [...tables].sort(([one], [other]) => (one < other ? -1 : 1));
  const padded = (length: number): number => (length + 3) & ~3;
  const directory = 12 + 16 * sorted.length;
  const bytes = Buffer.alloc(sorted.reduce((size, [, table]) => size + padded(table.length), directory));

  const powers = Math.floor(Math.log2(sorted.length));
  bytes.writeUInt32BE(TRUETYPE, 0);
  bytes.writeUInt16BE(sorted.length, 4);
  bytes.writeUInt16BE(16 * 2 ** powers, 6);
  bytes.writeUInt16BE(powers, 8);
  bytes.writeUInt16BE(16 * (sorted.length - 2 ** powers), 10);

  let offset = directory;
  for (const [index, [tag, table]] of sorted.entries()) {
    bytes.set(table, offset);
    const entry = 12 + 16 * index;
    bytes.write(tag, entry, 'latin1');
    bytes.writeUInt32BE(checksum(bytes, offset, padded(table.length)), entry + 4);
    bytes.writeUInt32BE(offset, entry + 8);
    bytes.writeUInt32BE(table.length, entry + 12);
    offset += padded(table.length);
  }
  return bytes;
}

function checksum(bytes: Buffer, from: number, length: number): number {
  let sum = 0;
  for (let at = from; at < from + length; at += 4) sum = (sum + bytes.readUInt32BE(at)) >>> 0;
  return sum;
}
