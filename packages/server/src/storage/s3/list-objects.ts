import { StoreFailure } from '../store-failure.js';
import type { S3Answer, S3Client } from './s3-client.js';
import { elementsOf, textIn } from './xml.js';

export interface ListedObject {
  readonly key: string;
  /** ms since its last put, by the clock of the store. */
  readonly age: number;
}

export interface UnfinishedUpload extends ListedObject {
  readonly uploadId: string;
}

const PAGE = '1000';

/** Every object whose key begins so. */
export async function* listObjects(client: S3Client, prefix: string): AsyncGenerator<ListedObject> {
  let token: string | null = null;
  do {
    const answer = await list(client, 'ListBucketResult', {
      'list-type': '2',
      prefix,
      'max-keys': PAGE,
      ...(token === null ? {} : { 'continuation-token': token }),
    });
    const xml = answer.body.toString('utf8');
    const now = dateOf(answer);
    for (const object of elementsOf(xml, 'Contents')) {
      const { key, age } = listed(object, 'LastModified', now);
      yield { key, age };
    }
    token = textIn(xml, 'IsTruncated') === 'true' ? textIn(xml, 'NextContinuationToken') : null;
  } while (token !== null);
}

/** Uploads in parts that were begun and neither completed nor aborted: the first thousand of them. */
export async function unfinishedUploads(
  client: S3Client,
  prefix: string,
): Promise<readonly UnfinishedUpload[]> {
  const answer = await list(client, 'ListMultipartUploadsResult', { uploads: '', prefix });
  const now = dateOf(answer);
  return elementsOf(answer.body.toString('utf8'), 'Upload').map((upload) => ({
    ...listed(upload, 'Initiated', now),
    uploadId: textIn(upload, 'UploadId') ?? '',
  }));
}

/** Time by the clock of the store, ms since 1970. */
export function dateOf({ headers }: S3Answer): number {
  return timeOf(headers.get('date'));
}

/** @throws StoreFailure if there is no time to count an age from: a blob without an age must not be removed */
export function timeOf(text: string | null): number {
  const time = Date.parse(text ?? '');
  if (Number.isNaN(time)) throw new StoreFailure('unavailable', null, 'an answer has no time');
  return time;
}

function list(client: S3Client, root: string, query: Readonly<Record<string, string>>): Promise<S3Answer> {
  return client.require({ method: 'GET', key: '', query, root });
}

function listed(element: string, timeElement: string, now: number): ListedObject {
  return { key: textIn(element, 'Key') ?? '', age: Math.max(0, now - timeOf(textIn(element, timeElement))) };
}
