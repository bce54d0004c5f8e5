/** The files of a set: compressed, encrypted, and hashed on both sides of that. */
import { createHash, type KeyObject } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { BackupError } from './backup-error.js';
import { sealed, unsealed } from './sealed-stream.js';

/** What a manifest says about a file. */
export interface SealedFile {
  /** Path below the folder of the set. */
  readonly file: string;
  /** Bytes and SHA-256 of the content. */
  readonly bytes: number;
  readonly sha256: string;
  /** The same of the file as it lies on the disk. */
  readonly storedBytes: number;
  readonly storedSha256: string;
}

/** Where the files of a set are, and what opens them. */
export interface SetPlace {
  /** Name of the set, authenticated with each of its files. */
  readonly set: string;
  /** Folder of the set. */
  readonly folder: string;
  readonly key: KeyObject;
}

/** The largest part of what a database holds repeats itself; higher levels take several times as long. */
const COMPRESSION = { level: 1 };
const READ_BYTES = 262_144;

/** Counts and hashes what passes. */
export class Measure {
  bytes = 0;
  readonly #hash = createHash('sha256');

  add(chunk: Uint8Array): void {
    this.bytes += chunk.length;
    this.#hash.update(chunk);
  }

  async *pass(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      this.add(chunk);
      yield chunk;
    }
  }

  /** Ends the measuring. */
  sha256(): string {
    return this.#hash.digest('hex');
  }
}

/** Durable on return. */
export async function writeSealed(
  { set, folder, key }: SetPlace,
  file: string,
  source: Readable,
): Promise<SealedFile> {
  const content = new Measure();
  const stored = new Measure();
  await pipeline(
    source,
    (chunks: AsyncIterable<Uint8Array>) => content.pass(chunks),
    createGzip(COMPRESSION),
    (chunks: AsyncIterable<Uint8Array>) => sealed(chunks, key, `${set}/${file}`),
    (chunks: AsyncIterable<Uint8Array>) => stored.pass(chunks),
    createWriteStream(join(folder, file), { flags: 'wx', mode: 0o600, flush: true }),
  );
  return {
    file,
    bytes: content.bytes,
    sha256: content.sha256(),
    storedBytes: stored.bytes,
    storedSha256: stored.sha256(),
  };
}

/**
 * The content of a file.
 * @throws BackupError, with the name of a missing or damaged file
 */
export async function* readSealed(
  { set, folder, key }: SetPlace,
  file: string,
): AsyncGenerator<Uint8Array, void, undefined> {
  const path = join(folder, file);
  if ((await stat(path).catch(() => null)) === null) throw new BackupError(`${path} is missing`);
  const source = createReadStream(path, { highWaterMark: READ_BYTES });
  const content = createGunzip();
  const reading = pipeline(
    source,
    (chunks: AsyncIterable<Uint8Array>) => unsealed(chunks, key, `${set}/${file}`),
    content,
  );
  // Whatever fails also ends `content`, from which it is told.
  reading.catch(() => undefined);
  try {
    for await (const chunk of content) yield chunk;
  } catch (cause) {
    throw new BackupError(`${path} is damaged`, { cause });
  }
}

/** @throws BackupError if the content is not what the manifest says */
export async function requireContent(place: SetPlace, file: SealedFile, lines: number | null): Promise<void> {
  const content = new Measure();
  let found = 0;
  for await (const chunk of readSealed(place, file.file)) {
    content.add(chunk);
    if (lines !== null) found += countLines(chunk);
  }
  const fits = content.bytes === file.bytes && content.sha256() === file.sha256;
  if (!fits || (lines !== null && lines !== found)) {
    throw new BackupError(`${join(place.folder, file.file)} is not the file that the manifest names`);
  }
}

const LINE_FEED = 10;

function countLines(chunk: Uint8Array): number {
  let count = 0;
  for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, at + 1)) count += 1;
  return count;
}

/** The lines of a file, without their ends. */
export async function* linesOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, undefined> {
  let rest = '';
  for await (const chunk of source) {
    const lines = `${rest}${Buffer.from(chunk).toString('latin1')}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}
