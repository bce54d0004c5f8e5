/** Handmade font files, because none of their kinds are in the packages. */

/** A collection (ttcf) of one font: the same tables after a header of 16 bytes. */
export function collectionOf(font: Uint8Array): Uint8Array {
  const header = Buffer.from(
    'ttcf\u0000\u0001\u0000\u0000\u0000\u0000\u0000\u0001\u0000\u0000\u0000\u0010',
    'latin1',
  );
  const moved = Buffer.from(font);
  for (let table = 0; table < moved.readUInt16BE(4); table++) {
    const offset = 12 + 16 * table + 8;
    moved.writeUInt32BE(moved.readUInt32BE(offset) + header.length, offset);
  }
  return Buffer.concat([header, moved]);
}

const CIRCLE = [
  [900, 380, 21],
  [0, 221, -179, 179, -221, 0, 8],
  [-221, 0, -179, -179, 0, -221, 8],
  [0, -221, 179, -179, 221, 0, 8],
  [221, 0, 179, 179, 0, 221, 8],
] as const;

/** A font with CFF outlines (OTTO) that draws 国 as a circle of radius 400 around (500, 380), 1000 units to the em. */
export function compactFont(): Uint8Array {
  const short = (value: number): number[] => [28, (value >> 8) & 0xff, value & 0xff];
  const long = (value: number): number[] => [29, 0, 0, (value >> 8) & 0xff, value & 0xff];
  const index = (items: readonly (readonly number[])[]): number[] => {
    let offset = 1;
    const offsets = [offset, ...items.map((item) => (offset += item.length))];
    return [0, items.length, 2, ...offsets.flatMap((at) => [at >> 8, at & 0xff]), ...items.flat()];
  };

  const circle = [...CIRCLE.flatMap((step) => [...step.slice(0, -1).flatMap(short), step.at(-1) ?? 0]), 14];
  const names = index([[0x41]]);
  const topLength = index([Array.from({ length: 17 }, () => 0)]).length;
  const charStringsAt = 4 + names.length + topLength + 4;
  const charStrings = index([[14], circle]);
  const privateAt = charStringsAt + charStrings.length;
  const top = index([[...long(charStringsAt), 17, ...long(0), ...long(privateAt), 18]]);
  const cff = Buffer.from([1, 0, 4, 2, ...names, ...top, 0, 0, 0, 0, ...charStrings]);

  const head = Buffer.alloc(54);
  head.writeUInt32BE(0x00010000, 0);
  head.writeUInt32BE(0x5f0f3cf5, 12);
  head.writeUInt16BE(1000, 18);
  const hhea = Buffer.alloc(36);
  hhea.writeUInt32BE(0x00010000, 0);
  hhea.writeInt16BE(880, 4);
  hhea.writeInt16BE(-120, 6);
  hhea.writeUInt16BE(2, 34);
  const hmtx = Buffer.from([0x01, 0xf4, 0, 0, 0x03, 0xe8, 0, 0]);
  const maxp = Buffer.from([0, 0, 0x50, 0, 0, 2]);
  const post = Buffer.alloc(32);
  post.writeUInt32BE(0x00030000, 0);
  const cmap = Buffer.alloc(12 + 28);
  cmap.writeUInt16BE(1, 2);
  cmap.writeUInt16BE(3, 4);
  cmap.writeUInt16BE(10, 6);
  cmap.writeUInt32BE(12, 8);
  cmap.writeUInt16BE(12, 12);
  for (const [word, value] of [28, 0, 1, 0x56fd, 0x56fd, 1].entries())
    cmap.writeUInt32BE(value, 16 + 4 * word);

  const tables = [
    ['CFF ', cff],
    ['cmap', cmap],
    ['head', head],
    ['hhea', hhea],
    ['hmtx', hmtx],
    ['maxp', maxp],
    ['post', post],
  ] as const;
  const directory = Buffer.alloc(12 + 16 * tables.length);
  directory.write('OTTO', 0, 'latin1');
  directory.writeUInt16BE(tables.length, 4);
  let offset = directory.length;
  const parts: Buffer[] = [directory];
  for (const [place, [tag, table]] of tables.entries()) {
    const entry = 12 + 16 * place;
    directory.write(tag, entry, 'latin1');
    directory.writeUInt32BE(offset, entry + 8);
    directory.writeUInt32BE(table.length, entry + 12);
    const padded = Buffer.alloc((table.length + 3) & ~3);
    padded.set(table);
    parts.push(padded);
    offset += padded.length;
  }
  return Buffer.concat(parts);
}
