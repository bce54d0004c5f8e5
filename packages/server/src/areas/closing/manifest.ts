/** The manifest of an export: size and SHA-256 of every file, known once the file is written. */
import { createHash } from 'node:crypto';
import type { ZipEntry } from '../../zip/zip-stream.js';

const MANIFEST_FILE = 'manifest.json';
const FORMAT = 'cinnabar-enterprise';
const FORMAT_VERSION = 1;

interface Listed {
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
}

/** Passes the entries on, and adds the manifest of them as the last one. */
export async function* withManifest(
  entries: AsyncIterable<ZipEntry>,
  about: object,
): AsyncGenerator<ZipEntry> {
  const files: Listed[] = [];
  for await (const entry of entries) {
    yield { ...entry, parts: listing(entry, files) };
  }
  const manifest = { format: FORMAT, formatVersion: FORMAT_VERSION, ...about, files };
  yield { name: MANIFEST_FILE, parts: [JSON.stringify(manifest, null, 1)] };
}

async function* listing({ name, parts }: ZipEntry, files: Listed[]): AsyncGenerator<string | Uint8Array> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const part of parts) {
    hash.update(part);
    size += typeof part === 'string' ? Buffer.byteLength(part) : part.length;
    yield part;
  }
  files.push({ name, size, sha256: hash.digest('hex') });
}
