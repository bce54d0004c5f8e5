import { sql } from 'kysely';
import { addRemoved, type Removed } from '../database/remove-counted.js';
import type { Db } from '../database/schema.js';
import { isYoung } from '../storage/blob-age.js';
import type { BlobBackend } from '../storage/blob-backend.js';
import { documentIsUnused } from './references.js';
import { removeUnusedBlob } from './remove-unused-blob.js';
import { removeUnusedUploads } from './remove-unused-uploads.js';

interface Run {
  readonly now: Date;
  /** Aborted when the process is about to end. */
  readonly signal: AbortSignal;
  /** The first two digits of the hashes of the blobs that are examined. */
  readonly beginnings?: readonly string[];
}

export interface UnusedFilesParts {
  readonly db: Db;
  readonly backend: BlobBackend;
  /** Kinds of stored files that are deleted if unused. */
  readonly uploadKinds: readonly string[];
}

/** Number of the 256 two-digit hash prefixes examined in one run. */
const PREFIXES_PER_RUN = 4;
const HASH_PREFIXES = 256;

/** The hash prefixes examined in the current run: the next ones every half hour, all of them in 32 hours. */
export function prefixesInTurn(now: Date): readonly string[] {
  const turn = Math.floor(now.getTime() / 1_800_000) * PREFIXES_PER_RUN;
  return Array.from({ length: PREFIXES_PER_RUN }, (_, index) => twoDigits((turn + index) % HASH_PREFIXES));
}

export function everyBlob(): readonly string[] {
  return Array.from({ length: HASH_PREFIXES }, (_, index) => twoDigits(index));
}

/**
 * Deletes uploads unused for seven days, by the service's clock, with their blobs; page pictures of deleted documents;
 * and, among the blobs with the current prefixes, every unreferenced one: those of refused requests, and remains of
 * killed processes. Ends early when the signal is aborted; later runs handle the rest.
 * @returns the blobs of the uploads, by enterprise
 */
export async function removeUnusedFiles(
  { db, backend, uploadKinds }: UnusedFilesParts,
  { now, signal, beginnings = prefixesInTurn(now) }: Run,
): Promise<Removed> {
  await backend.tidy();
  const uploads = await removeUnusedUploads(db, uploadKinds, now);
  const removed = addRemoved(...uploads.map(({ corpId }) => new Map([[corpId, 1]])));
  for (const name of uploads) {
    if (signal.aborted) return removed;
    await removeUnusedBlob(db, backend, name);
  }
  // First, because a picture's own blob may be examined before that of its document.
  for (const beginning of beginnings) await forgetPictures(db, beginning);
  for (const beginning of beginnings) {
    for await (const { name, age } of backend.list(beginning)) {
      if (signal.aborted) return removed;
      if (!isYoung(age)) await removeUnusedBlob(db, backend, name);
    }
  }
  return removed;
}

async function forgetPictures(db: Db, beginning: string): Promise<void> {
  await db
    .deleteFrom('page_pictures')
    .where(sql<boolean>`substr(document_hash, 1, 2) = ${beginning}`)
    .where(documentIsUnused())
    .execute();
}

function twoDigits(number: number): string {
  return number.toString(16).padStart(2, '0');
}
