import { deflateRawSync } from 'node:zlib';
import { readZip, type ZipLimits, ZipRefused } from '@cinnabar/server/zip/read-zip.js';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';

const limits: ZipLimits = { maxEntries: 4, maxEntryBytes: () => 1000, maxBytes: 1500 };

const zipOf = (entries: Readonly<Record<string, string>>, level: 0 | 6 = 6): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(entries).map(([name, text]) => [name, strToU8(text)])), {
    level,
  });

async function refusal(bytes: Uint8Array): Promise<string> {
  const error = await readZip(bytes, limits).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ZipRefused)) throw new Error(`not refused: ${String(error)}`);
  return error.message;
}

/** The file with the bytes of every occurrence of one text replaced by another of the same length. */
function replaced(
  bytes: Uint8Array,
  from: string,
  to: string,
  occurrence: number | 'all' = 'all',
): Uint8Array {
  const file = Buffer.from(bytes);
  let [at, index] = [file.indexOf(from), 0];
  while (at !== -1) {
    if (occurrence === 'all' || occurrence === index) file.write(to, at);
    index += 1;
    at = file.indexOf(from, at + from.length);
  }
  return file;
}

/** Offset of the central directory's only header. */
const central = (file: Buffer): number => file.indexOf(Buffer.from('504b0102', 'hex'));

describe('reading a ZIP file', () => {
  it('returns stored and deflated entries, without folders', async () => {
    for (const level of [0, 6] as const) {
      const entries = await readZip(
        zipOf({ 'a.txt': 'eins', 'folder/': '', 'folder/文.txt': '二' }, level),
        limits,
      );
      expect([...entries].map(([name, bytes]) => [name, Buffer.from(bytes).toString()])).toEqual([
        ['a.txt', 'eins'],
        ['folder/文.txt', '二'],
      ]);
    }
  });

  it.each(['../up', 'a/../../up', '/root', 'C:\\x', 'a\\b', 'a//b', './a', 'a/.', 'line\nbreak'])(
    'refuses the name %j',
    async (name) => {
      expect(await refusal(zipOf({ [name]: 'x' }))).toBe(`UNSAFE_NAME: ${name}`);
    },
  );

  it('refuses a name that occurs twice', async () => {
    const twins = replaced(zipOf({ 'a.txt': 'x', 'b.txt': 'y' }), 'b.txt', 'a.txt');
    expect(await refusal(twins)).toBe('REPEATED_NAME: a.txt');
  });

  it('refuses an entry whose two names differ', async () => {
    const two = replaced(zipOf({ 'a.txt': 'x' }), 'a.txt', 'b.txt', 0);
    expect(await refusal(two)).toBe('BROKEN: a.txt');
  });

  it('refuses too many entries, and too much in one or in all of them', async () => {
    const five = Object.fromEntries(Array.from({ length: 5 }, (_, index) => [`${index}`, '']));
    expect(await refusal(zipOf(five))).toBe('TOO_MANY');
    expect(await refusal(zipOf({ a: '0'.repeat(1001) }))).toBe('TOO_LARGE: a');
    expect(await refusal(zipOf({ a: '0'.repeat(900), b: '0'.repeat(900) }))).toBe('TOO_LARGE: b');
  });

  it('unpacks no more than an entry declares', async () => {
    const bomb = Buffer.from(zipOf({ a: '0'.repeat(900_000) }));
    bomb.writeUInt32LE(10, central(bomb) + 24);
    expect(await refusal(bomb)).toBe('BROKEN: a');
  });

  it('refuses an entry that is shorter than it declares, or another than its checksum says', async () => {
    const short = Buffer.from(zipOf({ a: 'text' }));
    short.writeUInt32LE(5, central(short) + 24);
    expect(await refusal(short)).toBe('BROKEN: a');
    const changed = replaced(zipOf({ a: 'text' }, 0), 'text', 'tent');
    expect(await refusal(changed)).toBe('BROKEN: a');
  });

  it('refuses encrypted entries and unknown methods', async () => {
    const encrypted = Buffer.from(zipOf({ a: 'text' }));
    encrypted.writeUInt16LE(1, central(encrypted) + 8);
    expect(await refusal(encrypted)).toBe('ENCRYPTED: a');
    const unknown = Buffer.from(zipOf({ a: 'text' }));
    unknown.writeUInt16LE(14, central(unknown) + 10);
    expect(await refusal(unknown)).toBe('BROKEN: a');
  });

  it.each([
    ['nothing', new Uint8Array()],
    ['no ZIP file', strToU8('%PDF-1.7\n'.repeat(20))],
    ['the first half', zipOf({ a: 'text' }).slice(0, 40)],
    ['a bare stream', deflateRawSync(Buffer.from('text'))],
  ])('refuses %s', async (_, bytes) => {
    expect(await refusal(bytes)).toBe('BROKEN');
  });

  it('refuses a directory that points outside', async () => {
    const outside = Buffer.from(zipOf({ a: 'text' }));
    outside.writeUInt32LE(0xfffffff0, outside.length - 22 + 16);
    expect(await refusal(outside)).toBe('BROKEN');
    const entry = Buffer.from(zipOf({ a: 'text' }));
    entry.writeUInt32LE(0xfffffff0, central(entry) + 42);
    expect(await refusal(entry)).toBe('BROKEN: a');
  });
});
