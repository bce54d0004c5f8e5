import { randomBytes } from 'node:crypto';
import type { BlobBackend, BlobName, ListedBlob } from '../blob-backend.js';
import { StoreFailure } from '../store-failure.js';
import { dateOf, type ListedObject, listObjects, timeOf, unfinishedUploads } from './list-objects.js';
import { BLOBS, blobKey, nameOf, REMOVED, removedPrefix } from './object-keys.js';
import {
  abortAbandoned,
  abortUpload,
  beginUpload,
  listParts,
  PARTS_FROM_BYTES,
  putInParts,
} from './put-in-parts.js';
import type { S3Client } from './s3-client.js';

/** Upper bound for an upload in parts: older ones belong to killed processes. */
const ABANDONED_AFTER_MS = 3_600_000;
/** Upper bound of the time between the copy of a blob that is being removed and its deletion. */
const REMOVAL_MS = 600_000;

/**
 * Blobs as objects of an S3 bucket.
 *
 * S3 cannot delete an object on the condition that nobody has put it since. A removal is therefore final only when it
 * is requested a second time: the first moves the blob aside, where it can still be read, and the second deletes what
 * has been aside for as long as the condition demands. A put that met the first removal has been referred to by
 * then, or never will be. This needs no lock, no conditional request and no additional request by a put.
 */
export class S3Backend implements BlobBackend {
  readonly #client: S3Client;

  constructor(client: S3Client) {
    this.#client = client;
  }

  /** Written even if it exists: that resets its age, and asking first takes longer. */
  async put(name: BlobName, content: () => Promise<Uint8Array>): Promise<void> {
    const key = blobKey(name);
    const bytes = await content();
    if (bytes.length >= PARTS_FROM_BYTES) return putInParts(this.#client, key, bytes);
    await this.#client.require({ method: 'PUT', key, body: bytes });
  }

  async get(name: BlobName): Promise<Uint8Array | null> {
    const key = blobKey(name);
    const bytes = await this.#read(key);
    if (bytes !== null) return bytes;
    for (const aside of await this.#asideOf(name)) {
      const kept = await this.#read(aside.key);
      if (kept !== null) return kept;
    }
    // Put again meanwhile, so that what was aside could be discarded.
    return this.#read(key);
  }

  async *list(beginning: string): AsyncGenerator<ListedBlob> {
    const folder = beginning === '' ? '' : `${beginning}/`;
    for await (const { key, age } of listObjects(this.#client, `${BLOBS}${folder}`)) {
      const name = nameOf(key);
      if (name !== null) yield { name, age };
    }
    for await (const { key, age } of listObjects(this.#client, `${REMOVED}${folder}`)) {
      const name = nameOf(key);
      if (name !== null) yield { name, age, isAside: true };
    }
  }

  async delete(name: BlobName, condition: (age: number) => Promise<boolean>): Promise<boolean> {
    const key = blobKey(name);
    const aside = await this.#asideOf(name);
    const age = await this.#ageOf(key);
    if (age === null) return this.#endRemoval(aside, condition);
    // The blob is there, and the removals that copied these have ended: nobody needs them. One that has not may be about
    // to delete the blob, and with it what has been put since, of which its copy is then the only one.
    for (const each of aside) if (each.age >= REMOVAL_MS) await this.#discard(each.key);
    return (await condition(age)) && this.#beginRemoval(name, key);
  }

  /** Aborts uploads in parts that were begun more than an hour ago; the store keeps their parts until then. */
  async tidy(): Promise<void> {
    for (const { key, age, uploadId } of await unfinishedUploads(this.#client, BLOBS)) {
      if (age >= ABANDONED_AFTER_MS) await abortAbandoned(this.#client, key, uploadId);
    }
  }

  async #beginRemoval(name: BlobName, key: string): Promise<boolean> {
    const began = performance.now();
    const aside = `${removedPrefix(name)}${randomBytes(8).toString('hex')}`;
    if (!(await this.#copy(key, aside))) return false;
    // The copy is then superfluous, and the next removal begins anew.
    if (performance.now() - began > REMOVAL_MS / 2) return false;
    await this.#discard(key);
    return true;
  }

  /** A put may have happened until the blob was deleted, which is up to that time after it was copied. */
  async #endRemoval(
    aside: readonly ListedObject[],
    condition: (age: number) => Promise<boolean>,
  ): Promise<boolean> {
    let ended = false;
    for (const { key, age } of aside) {
      if (age < REMOVAL_MS || !(await condition(age - REMOVAL_MS))) continue;
      await this.#discard(key);
      ended = true;
    }
    return ended;
  }

  async #read(key: string): Promise<Uint8Array | null> {
    return (await this.#client.send({ method: 'GET', key }))?.body ?? null;
  }

  async #ageOf(key: string): Promise<number | null> {
    const answer = await this.#client.send({ method: 'HEAD', key });
    if (answer === null) return null;
    return Math.max(0, dateOf(answer) - timeOf(answer.headers.get('last-modified')));
  }

  /** What removals have moved aside. */
  async #asideOf(name: BlobName): Promise<readonly ListedObject[]> {
    const found: ListedObject[] = [];
    for await (const each of listObjects(this.#client, removedPrefix(name))) found.push(each);
    return found;
  }

  /** @returns false if there is no such object */
  async #copy(from: string, to: string): Promise<boolean> {
    const headers = { 'x-amz-copy-source': `/${this.#client.target.bucket}/${from}` };
    const root = 'CopyObjectResult';
    return (await this.#client.send({ method: 'PUT', key: to, headers, root })) !== null;
  }

  async #discard(key: string): Promise<void> {
    await this.#client.send({ method: 'DELETE', key });
  }
}

/**
 * Writes, reads, lists and deletes an object, and begins, lists and aborts an upload in parts, to see whether the
 * settings let the service do so.
 * @throws StoreFailure
 */
export async function probeBucket(client: S3Client): Promise<void> {
  const key = `probe/${randomBytes(8).toString('hex')}`;
  const body = randomBytes(64);
  await client.require({ method: 'PUT', key, body });
  const found = await client.send({ method: 'GET', key });
  if (found === null || !found.body.equals(body))
    throw new StoreFailure('unavailable', null, 'an object that was written cannot be read');
  await listObjects(client, 'probe/').next();
  await client.send({ method: 'DELETE', key });
  const uploadId = await beginUpload(client, key);
  await unfinishedUploads(client, 'probe/');
  await listParts(client, key, uploadId);
  await abortUpload(client, key, uploadId);
}
