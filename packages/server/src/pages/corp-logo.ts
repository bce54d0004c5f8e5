/** Logos of enterprises for the headers of their pages. */
import { findLogoByKey } from '../areas/enterprise/index.js';
import type { Db } from '../database/schema.js';
import type { HttpAnswer } from '../http/answer.js';
import type { Exchange } from '../http/exchange.js';
import { refuse } from '../operation/refusal.js';
import type { Services } from '../operation/services.js';
import { StorageError } from '../storage/storage-error.js';

const ADDRESS = /^\/pages\/logo\/([\w-]{43})(?:\?|$)/;

/**
 * A header is shown before anybody has signed in, so the key alone, which nobody can guess, grants access. What is sent
 * was encoded by this service, and never changes under its key.
 */
export function corpLogo(services: Services, db: Db): (exchange: Exchange) => Promise<HttpAnswer> {
  return async ({ request }) => {
    const [, key] = ADDRESS.exec(request.url ?? '') ?? [];
    const logo = key === undefined ? null : await findLogoByKey(db, key);
    if (logo === null) throw refuse('404');
    return {
      status: 200,
      code: '200',
      headers: {
        'content-type': 'image/png',
        'content-disposition': 'inline',
        'cache-control': 'public, max-age=31536000, immutable',
        'cross-origin-resource-policy': 'same-origin',
      },
      body: await bytesOf(services, logo),
    };
  };
}

async function bytesOf(
  { blobs }: Services,
  { corp_id, hash }: { readonly corp_id: number; readonly hash: string },
): Promise<Uint8Array> {
  try {
    return await blobs.get(corp_id, hash);
  } catch (error) {
    if (error instanceof StorageError && error.reason === 'BLOB_NOT_FOUND') throw refuse('404');
    throw error;
  }
}
