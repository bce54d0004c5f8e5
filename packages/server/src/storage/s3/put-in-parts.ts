import { createHash } from 'node:crypto';
import { StoreFailure } from '../store-failure.js';
import { digestsOf } from './digests.js';
import type { S3Client } from './s3-client.js';
import { elementsOf, textIn } from './xml.js';

/** S3 accepts parts from 5 MiB. */
const PART_BYTES = 8 << 20;
/** Parts sent at once. */
const LANES = 3;

/** Larger objects are sent in parts: a part that fails is repeated alone, and several are sent at once. */
export const PARTS_FROM_BYTES = 2 * PART_BYTES;

interface Part {
  readonly etag: string;
  readonly md5: Buffer;
}

/**
 * Once its completion has been requested, an upload is never aborted here: the store may still be completing it when the
 * answer is lost, and a store whose object consists of the parts, such as Swift, would then delete those of an object
 * that it has just made. What remains is left to abortAbandoned.
 * @throws StoreFailure; the parts already sent are then discarded, at the latest by the next clean-up
 */
export async function putInParts(client: S3Client, key: string, bytes: Uint8Array): Promise<void> {
  const uploadId = await beginUpload(client, key);
  const parts = await sendParts(client, key, uploadId, bytes).catch(async (error: unknown) => {
    await abortUpload(client, key, uploadId).catch(() => undefined);
    throw error;
  });
  await complete(client, key, uploadId, parts);
}

/** Aborts an upload that nobody continues, unless the object has been made of it and the store only did not end it. */
export async function abortAbandoned(client: S3Client, key: string, uploadId: string): Promise<void> {
  try {
    const etag = await etagOf(client, key);
    if (etag !== null && etag === etagOfParts(await listParts(client, key, uploadId))) return;
    await abortUpload(client, key, uploadId);
  } catch (error) {
    // Completed, or aborted by another process.
    const isGone = error instanceof StoreFailure && error.code === 'NoSuchUpload';
    if (!isGone) throw error;
  }
}

export async function abortUpload(client: S3Client, key: string, uploadId: string): Promise<void> {
  await client.send({ method: 'DELETE', key, query: { uploadId } });
}

/** MD5 of each part that the store has, in order; something else if the store encrypts them with a key of its own. */
export async function listParts(client: S3Client, key: string, uploadId: string): Promise<readonly Buffer[]> {
  const root = 'ListPartsResult';
  const { body } = await client.require({ method: 'GET', key, query: { uploadId }, root });
  return elementsOf(body.toString('utf8'), 'Part').map((part) =>
    Buffer.from(unquoted(textIn(part, 'ETag') ?? ''), 'hex'),
  );
}

/** @returns its id */
export async function beginUpload(client: S3Client, key: string): Promise<string> {
  const root = 'InitiateMultipartUploadResult';
  const { body } = await client.require({ method: 'POST', key, query: { uploads: '' }, root });
  const uploadId = textIn(body.toString('utf8'), 'UploadId');
  if (uploadId === null) throw new StoreFailure('unavailable', null, `${key}: an upload has no id`);
  return uploadId;
}

async function sendParts(
  client: S3Client,
  key: string,
  uploadId: string,
  bytes: Uint8Array,
): Promise<readonly Part[]> {
  const count = Math.ceil(bytes.length / PART_BYTES);
  const parts: Part[] = [];
  let next = 0;
  async function lane(): Promise<void> {
    while (next < count) {
      const index = next;
      next += 1;
      const body = bytes.subarray(index * PART_BYTES, (index + 1) * PART_BYTES);
      parts[index] = await sendPart(client, key, uploadId, index + 1, body);
    }
  }
  const outcomes = await Promise.allSettled(
    Array.from({ length: LANES }, () =>
      lane().catch((error: unknown) => {
        next = count;
        throw error;
      }),
    ),
  );
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  return parts;
}

async function sendPart(
  client: S3Client,
  key: string,
  uploadId: string,
  partNumber: number,
  body: Uint8Array,
): Promise<Part> {
  const query = { partNumber: String(partNumber), uploadId };
  const { headers } = await client.require({ method: 'PUT', key, query, body });
  return { etag: headers.get('etag') ?? '', md5: (await digestsOf(body)).md5 };
}

async function complete(
  client: S3Client,
  key: string,
  uploadId: string,
  parts: readonly Part[],
): Promise<void> {
  const listed = parts.map(
    ({ etag }, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escaped(etag)}</ETag></Part>`,
  );
  const body = Buffer.from(`<CompleteMultipartUpload>${listed.join('')}</CompleteMultipartUpload>`);
  try {
    const root = 'CompleteMultipartUploadResult';
    await client.require({ method: 'POST', key, query: { uploadId }, body, root });
  } catch (error) {
    // Answers may have been lost, and the upload ended with one of those attempts.
    const etag = await etagOf(client, key).catch(() => null);
    if (etag !== etagOfParts(parts.map(({ md5 }) => md5))) throw error;
  }
}

async function etagOf(client: S3Client, key: string): Promise<string | null> {
  const answer = await client.send({ method: 'HEAD', key });
  const etag = answer?.headers.get('etag') ?? null;
  return etag === null ? null : unquoted(etag);
}

/** The bytes are encrypted anew by every put, so that no other upload has the same. */
function etagOfParts(md5s: readonly Buffer[]): string {
  const hash = createHash('md5');
  for (const md5 of md5s) hash.update(md5);
  return `${hash.digest('hex')}-${md5s.length}`;
}

function unquoted(etag: string): string {
  return etag.replaceAll('"', '');
}

function escaped(etag: string): string {
  return etag.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
