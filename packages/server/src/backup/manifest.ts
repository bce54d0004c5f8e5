/** The manifest of a set: written last, so that a set without one is unfinished. */
import { createHmac, type KeyObject, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sameSecret } from '../custody/secrets.js';
import { writeDurably } from '../storage/durable-file.js';
import { BackupError } from './backup-error.js';
import { type ListedBlob, readBlobLine } from './blob-list.js';
import { linesOf, readSealed, type SealedFile, type SetPlace } from './sealed-file.js';

/** The schema of a table: the service's own, whatever its name, or that of the job queue. */
export type SchemaRole = 'service' | 'jobs';

export interface BackedUpTable extends SealedFile {
  readonly schema: SchemaRole;
  readonly table: string;
  readonly columns: readonly string[];
  readonly rows: number;
}

export interface BackedUpSequence {
  readonly schema: SchemaRole;
  readonly sequence: string;
  /** A bigint as text. */
  readonly value: string;
  readonly isCalled: boolean;
}

export interface Manifest {
  readonly format: 1;
  readonly set: string;
  readonly madeAt: string;
  readonly program: string;
  readonly postgres: string;
  /** Ids of the master key that opens the set, and of the first one that the service ever had. */
  readonly masterKey: string;
  readonly origin: string;
  /** Names of the applied migrations, in order. */
  readonly migrations: readonly string[];
  /** Number of the last migration of the job queue. */
  readonly jobsVersion: number;
  readonly tables: readonly BackedUpTable[];
  readonly sequences: readonly BackedUpSequence[];
  /** The list of blobs, one a line, and sums over it. */
  readonly blobs: SealedFile & {
    readonly count: number;
    readonly blobBytes: number;
    /** Blobs that the storage did not have, or had damaged, when the backup was made. */
    readonly missing: number;
  };
}

export const manifestFile = 'manifest.json';
const SETS = 'sets';
/** Other folders are none of ours, and are never removed. */
const SET_NAME = /^\d{8}T\d{6}Z-[0-9a-f]{6}$/;

/**
 * Names sort as their sets were made. The time in a name is therefore later than in that of the newest set, even within one
 * second and after the clock was set back: otherwise `--keep` could remove the newest set in place of an older one, and a
 * restore could take the older one.
 */
export function newSetName(now: Date, newest: string | null): string {
  const ended = newest === null ? Number.NEGATIVE_INFINITY : timeIn(newest) + 1000;
  const time = new Date(Math.max(now.getTime(), ended)).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  return `${time}-${randomBytes(3).toString('hex')}`;
}

/** In ms. */
function timeIn(setName: string): number {
  return Date.parse(setName.replace(/^(....)(..)(..T..)(..)(..Z).*$/, '$1-$2-$3:$4:$5'));
}

function isSetName(name: string): boolean {
  return SET_NAME.test(name);
}

export function setsFolder(target: string): string {
  return join(target, SETS);
}

export function placeOf(target: string, set: string, key: KeyObject): SetPlace {
  return { set, folder: join(target, SETS, set), key };
}

export async function writeManifest({ folder, key }: SetPlace, manifest: Manifest): Promise<void> {
  const text = `${JSON.stringify({ ...manifest, mac: macOf(key, manifest) }, null, 2)}\n`;
  await writeDurably(join(folder, `.${manifestFile}`), join(folder, manifestFile), Buffer.from(text));
}

export interface FoundSets {
  /** Names of finished sets, the oldest first. */
  readonly finished: readonly string[];
  readonly unfinished: readonly string[];
}

/** The sets of a folder; none if there is no such folder. */
export async function findSets(target: string): Promise<FoundSets> {
  const finished: string[] = [];
  const unfinished: string[] = [];
  const names = await readdir(setsFolder(target)).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return [];
    throw new BackupError(`${setsFolder(target)} cannot be read: ${error.message}`);
  });
  for (const name of names.filter(isSetName).sort()) {
    const files = await readdir(join(setsFolder(target), name)).catch((): string[] => []);
    (files.includes(manifestFile) ? finished : unfinished).push(name);
  }
  return { finished, unfinished };
}

/**
 * @param set the newest finished one if null
 * @throws BackupError if there is none, or it is unfinished
 */
export async function chooseSet(target: string, set: string | null): Promise<string> {
  const { finished, unfinished } = await findSets(target);
  if (set === null) {
    const newest = finished.at(-1);
    if (newest !== undefined) return newest;
    throw new BackupError(
      unfinished.length === 0
        ? `${target} contains no backup`
        : `${target} contains no finished backup: ${unfinished.join(', ')} has no ${manifestFile}`,
    );
  }
  if (finished.includes(set)) return set;
  throw new BackupError(
    unfinished.includes(set)
      ? `${set} is unfinished: it has no ${manifestFile}`
      : `${target} contains no set ${set}; there are ${finished.join(', ') || 'none'}`,
  );
}

/**
 * What a manifest says about itself, which nothing proves yet.
 * @throws BackupError
 */
export async function readUnproven({
  folder,
}: Pick<SetPlace, 'folder'>): Promise<Manifest & { readonly mac: string }> {
  const path = join(folder, manifestFile);
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new BackupError(`${path} is missing`, { cause });
  });
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new BackupError(`${path} is damaged`, { cause });
  }
}

/**
 * @param masterKey id of the master key at hand
 * @throws BackupError for another master key, or an altered manifest
 */
export async function readManifest(place: SetPlace, masterKey: string): Promise<Manifest> {
  const path = join(place.folder, manifestFile);
  const { mac, ...manifest } = await readUnproven(place);
  if (typeof mac === 'string' && sameSecret(mac, macOf(place.key, manifest))) return manifest;
  throw new BackupError(
    manifest.masterKey === masterKey
      ? `${path} is damaged`
      : `${path} belongs to master key ${manifest.masterKey}, and the one given is ${masterKey}: give that MASTER_KEY`,
  );
}

/** Covers everything that the manifest says, in the order in which it is written. */
function macOf(key: KeyObject, manifest: Manifest): string {
  return createHmac('sha256', key)
    .update(`cinnabar backup manifest v1\n${JSON.stringify(manifest)}`)
    .digest('hex');
}

/** The blobs of a set as it lists them. */
export async function* blobsOf(place: SetPlace, { blobs }: Manifest): AsyncGenerator<ListedBlob> {
  for await (const line of linesOf(readSealed(place, blobs.file))) yield readBlobLine(line);
}
