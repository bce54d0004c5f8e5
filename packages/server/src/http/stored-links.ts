/** Targets of signed links: stored files, and pictures of their pages. */
import type { OutgoingHttpHeaders } from 'node:http';
import type { Clock } from '../clock.js';
import type { RotatedKeys } from '../custody/rotated-keys.js';
import { refuse } from '../operation/refusal.js';
import type { BlobStore } from '../storage/blob-store.js';
import { type FileLink, readLink } from '../storage/links.js';
import { StorageError } from '../storage/storage-error.js';
import { contentDisposition, type HttpAnswer } from './answer.js';
import type { PagePictures } from './page-pictures.js';

export interface StoredLinksOptions {
  readonly rotatedKeys: RotatedKeys;
  readonly clock: Clock;
  readonly blobs: BlobStore;
  readonly pictures: PagePictures;
}

/** Types that a browser may display; all others are downloads. */
const shown = new Set(['application/pdf', 'image/png', 'image/jpeg']);

/** Prevents execution and loading of anything, should a browser treat the answer as a page. */
const sealedOff = { 'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'" };
/** Browsers refuse to open PDF in a sandbox. As PDF it executes nothing, and our own pages may frame it. */
const framedPdf = { 'content-security-policy': "frame-ancestors 'self'", 'x-frame-options': 'SAMEORIGIN' };

/** Answers a link: 404 if it is not valid, 410 if it has expired. */
export async function storedLinkAnswer(options: StoredLinksOptions, token: string): Promise<HttpAnswer> {
  const target = await targetOf(options, token);
  if (target === 'invalid') throw refuse('404');
  if (target === 'expired') throw refuse('410');
  try {
    if (target.kind === 'file') {
      return opened(await options.blobs.get(target.corpId, target.hash), headersOf(target));
    }
    const picture = await options.pictures.picture(target);
    return opened(picture, { 'content-type': 'image/jpeg', 'content-disposition': 'inline', ...sealedOff });
  } catch (error) {
    if (error instanceof StorageError && error.reason === 'BLOB_NOT_FOUND') throw refuse('404');
    throw error;
  }
}

/** A key that this process does not know may have been made a moment ago. */
async function targetOf(
  { rotatedKeys, clock }: StoredLinksOptions,
  token: string,
): Promise<ReturnType<typeof readLink>> {
  const target = readLink(rotatedKeys.linkKeys, token, clock.now());
  if (target !== 'invalid') return target;
  await rotatedKeys.refresh();
  return readLink(rotatedKeys.linkKeys, token, clock.now());
}

function opened(body: Uint8Array, headers: OutgoingHttpHeaders): HttpAnswer {
  // Content behind a link never changes; it is for its holder alone, so shared caches must not store it.
  return { status: 200, code: '200', headers: { 'cache-control': 'private, max-age=300', ...headers }, body };
}

function headersOf({ mediaType, fileName, disposition }: FileLink): OutgoingHttpHeaders {
  const mayShow = disposition === 'inline' && shown.has(mediaType);
  return {
    'content-type': mediaType,
    'content-disposition': contentDisposition(mayShow ? 'inline' : 'attachment', fileName),
    ...(mayShow && mediaType === 'application/pdf' ? framedPdf : sealedOff),
  };
}
