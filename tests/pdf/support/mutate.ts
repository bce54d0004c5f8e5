import { seededRandom } from '../../support/seeded-random.js';

/** Fragments on which PDF parsers have failed. */
const PIECES = [
  '<<',
  '>>',
  '[',
  ']',
  '(',
  ')',
  '<',
  '>',
  'endobj',
  'endstream',
  'stream\n',
  'obj',
  'null',
  '/Kids',
  '/Length -1',
  '/Filter /FlateDecode',
  '/Filter /LZWDecode',
  '/Prev 0',
  '/W [9 9 9]',
  '65536 65536 R',
  '0 0 R',
  '1 0 R',
  '99999999999999',
  '-1',
  '1e999',
  '%',
  '/#00',
  '/Type /ObjStm',
] as const;

/** A file as left by damage or an attacker; equal seeds yield equal files. */
export function mutated(source: Uint8Array, seed: number): Uint8Array {
  const random = seededRandom(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  let bytes = Buffer.from(source);
  for (let change = 0; change <= below(8); change += 1) {
    const at = below(bytes.length + 1);
    const length = below(random() < 0.8 ? 16 : 2000);
    const piece = Buffer.from(PIECES[below(PIECES.length)] ?? '', 'latin1');
    const other = below(bytes.length + 1);
    switch (below(6)) {
      case 0:
        bytes = Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at)]);
        break;
      case 1:
        bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]);
        break;
      case 2:
        bytes.set(piece.subarray(0, bytes.length - at), at);
        break;
      case 3:
        if (at < bytes.length) bytes[at] = below(256);
        break;
      case 4:
        bytes = Buffer.concat([
          bytes.subarray(0, at),
          bytes.subarray(other, other + length),
          bytes.subarray(at),
        ]);
        break;
      default:
        bytes = mutatedNumber(bytes, at, below);
    }
  }
  return bytes;
}

/** Changes the number after that position: references, lengths and offsets above all. */
function mutatedNumber(bytes: Buffer, at: number, below: (limit: number) => number): Buffer<ArrayBuffer> {
  const found = /\d+/.exec(bytes.toString('latin1', at, at + 400));
  if (found === null) return Buffer.from(bytes);
  const start = at + found.index;
  const number = String(below(below(2) === 0 ? 30 : 100_000));
  return Buffer.concat([
    bytes.subarray(0, start),
    Buffer.from(number),
    bytes.subarray(start + found[0].length),
  ]);
}
