/** Reads untrusted ZIP files (APPNOTE 6.3.10): stored and deflated entries within limits; everything else is refused. */
import { promisify } from 'node:util';
import { crc32, inflateRaw } from 'node:zlib';

const inflated = promisify(inflateRaw);

const LOCAL_HEADER = 0x0403_4b50;
const CENTRAL_HEADER = 0x0201_4b50;
const END_OF_CENTRAL_DIRECTORY = 0x0605_4b50;
const LOCAL_LENGTH = 30;
const CENTRAL_LENGTH = 46;
const END_LENGTH = 22;
const MAX_COMMENT = 0xffff;
const ENCRYPTED = 1;
const STORED = 0;
const DEFLATED = 8;

export interface ZipLimits {
  readonly maxEntries: number;
  /** Of an entry, unpacked. */
  readonly maxEntryBytes: (name: string) => number;
  /** Of all entries, unpacked. */
  readonly maxBytes: number;
}

export type ZipRefusal = 'BROKEN' | 'ENCRYPTED' | 'UNSAFE_NAME' | 'REPEATED_NAME' | 'TOO_MANY' | 'TOO_LARGE';

export class ZipRefused extends Error {
  override readonly name = 'ZipRefused';
  constructor(
    readonly reason: ZipRefusal,
    /** Name of the entry at fault; null: the file as a whole. */
    readonly entry: string | null = null,
  ) {
    super(entry === null ? reason : `${reason}: ${entry}`);
  }
}

interface Listed {
  readonly name: string;
  readonly method: number;
  readonly crc: number;
  readonly compressed: number;
  readonly size: number;
  readonly offset: number;
}

/**
 * The entries by their names; those of folders are left out. Sizes are checked as declared before anything is unpacked,
 * and no entry unpacks to more than it declares.
 * @throws ZipRefused
 */
export async function readZip(
  bytes: Uint8Array,
  limits: ZipLimits,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const listed = directoryOf(file, limits.maxEntries);
  checkAll(listed, limits);
  const entries = new Map<string, Uint8Array>();
  for (const each of listed) {
    if (!each.name.endsWith('/')) entries.set(each.name, await contentOf(file, each));
  }
  return entries;
}

function directoryOf(file: Buffer, maxEntries: number): readonly Listed[] {
  const end = endOf(file);
  const count = file.readUInt16LE(end + 10);
  if (count > maxEntries) throw new ZipRefused('TOO_MANY');
  const listed: Listed[] = [];
  let at = file.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    if (at + CENTRAL_LENGTH > end || file.readUInt32LE(at) !== CENTRAL_HEADER) throw new ZipRefused('BROKEN');
    const [nameLength, extraLength] = [file.readUInt16LE(at + 28), file.readUInt16LE(at + 30)];
    const nameEnd = at + CENTRAL_LENGTH + nameLength;
    if (nameEnd > end) throw new ZipRefused('BROKEN');
    const name = file.toString('utf8', at + CENTRAL_LENGTH, nameEnd);
    if ((file.readUInt16LE(at + 8) & ENCRYPTED) !== 0) throw new ZipRefused('ENCRYPTED', name);
    listed.push({
      name,
      method: file.readUInt16LE(at + 10),
      crc: file.readUInt32LE(at + 16),
      compressed: file.readUInt32LE(at + 20),
      size: file.readUInt32LE(at + 24),
      offset: file.readUInt32LE(at + 42),
    });
    at = nameEnd + extraLength + file.readUInt16LE(at + 32);
  }
  return listed;
}

/** Offset of the end of the central directory, which a comment may follow. */
function endOf(file: Buffer): number {
  const first = Math.max(0, file.length - END_LENGTH - MAX_COMMENT);
  for (let at = file.length - END_LENGTH; at >= first; at -= 1) {
    if (file.readUInt32LE(at) === END_OF_CENTRAL_DIRECTORY) return at;
  }
  throw new ZipRefused('BROKEN');
}

function checkAll(listed: readonly Listed[], { maxEntryBytes, maxBytes }: ZipLimits): void {
  const names = new Set<string>();
  let total = 0;
  for (const { name, size } of listed) {
    if (!isSafeName(name)) throw new ZipRefused('UNSAFE_NAME', name);
    if (names.has(name)) throw new ZipRefused('REPEATED_NAME', name);
    names.add(name);
    total += size;
    if (size > maxEntryBytes(name) || total > maxBytes) throw new ZipRefused('TOO_LARGE', name);
  }
}

/** A relative path below the folder into which it would be unpacked, on every system. */
function isSafeName(name: string): boolean {
  const parts = name.replace(/\/$/, '').split('/');
  return parts.every(
    (part) => part !== '' && part !== '.' && part !== '..' && !/[\\:\uFFFD\p{Control}]/u.test(part),
  );
}

async function contentOf(file: Buffer, entry: Listed): Promise<Uint8Array> {
  const { name, method, crc, compressed, size, offset } = entry;
  const broken = new ZipRefused('BROKEN', name);
  if (offset + LOCAL_LENGTH > file.length || file.readUInt32LE(offset) !== LOCAL_HEADER) throw broken;
  const nameEnd = offset + LOCAL_LENGTH + file.readUInt16LE(offset + 26);
  // Programs that trust the local header would read another file.
  if (file.toString('utf8', offset + LOCAL_LENGTH, nameEnd) !== name) throw broken;
  const start = nameEnd + file.readUInt16LE(offset + 28);
  if (start + compressed > file.length) throw broken;
  const packed = file.subarray(start, start + compressed);
  const content = await unpack(packed, method, size).catch(() => null);
  if (content === null || content.length !== size || crc32(content) !== crc) throw broken;
  return content;
}

async function unpack(packed: Buffer, method: number, size: number): Promise<Uint8Array | null> {
  if (method === STORED) return packed;
  return method === DEFLATED ? inflated(packed, { maxOutputLength: Math.max(1, size) }) : null;
}
