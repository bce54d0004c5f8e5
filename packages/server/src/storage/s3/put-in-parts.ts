import { createHash } from 'node:crypto';
import { StoreFailure } from '../store-failure.js';
import { digestsOf } from './digests.js';
import type { S3Client } from './s3-client.js';
import { textIn } from './xml.js';

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

/** @throws StoreFailure; the parts already sent are then discarded, at the latest by the next clean-up */
export async function putInParts(client: S3Client, key: string, bytes: Uint8Array): Promise<void> {
  const uploadId = await begin(client, key);
  try {
    await complete(client, key, uploadId, await sendParts(client, key, uploadId, bytes));
  } catch (error) {
    await abortUpload(client, key, uploadId).catch(() => undefined);
    throw error;
  }
}

export async function abortUpload(client: S3Client, key: string, uploadId: string): Promise<void> {
  try {
    await client.send({ method: 'DELETE', key, query: { uploadId } });
  } catch (error) {
    // Completed, or aborted by another process.
    if (!isUploadGone(error)) throw error;
  }
}

async function begin(client: S3Client, key: string): Promise<string> {
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
    // The answer to the first attempt was lost, and the upload ended with that attempt.
    if (!isUploadGone(error) || (await etagOf(client, key)) !== etagOfParts(parts)) throw error;
  }
}

function isUploadGone(error: unknown): boolean {
  return error instanceof StoreFailure && error.code === 'NoSuchUpload';
}

async function etagOf(client: S3Client, key: string): Promise<string | null> {
  const answer = await client.send({ method: 'HEAD', key });
  return answer?.headers.get('etag')?.replaceAll('"', '') ?? null;
}

/** The bytes are encrypted anew by every put, so that no other upload has the same. */
function etagOfParts(parts: readonly Part[]): string {
  const hash = createHash('md5');
  for (const { md5 } of parts) hash.update(md5);
  return `${hash.digest('hex')}-${parts.length}`;
}

function escaped(etag: string): string {
  return etag.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
