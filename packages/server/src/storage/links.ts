/**
 * Short-lived links to stored content: the holder of a link can fetch exactly that content until it expires. The token
 * contains everything that the server needs, so opening a link requires no query; an HMAC-SHA-256 with a dedicated key
 * makes it unforgeable. Its payload is readable by its holder, who is allowed to know it.
 *
 * Token: base64url(JSON payload) "." base64url(HMAC of that text, 32 bytes).
 */
import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { isContentHash } from './content-hash.js';

/** A stored file, downloaded or displayed. */
export interface FileLink {
  readonly kind: 'file';
  readonly corpId: number;
  /** Content hash of the blob. */
  readonly hash: string;
  readonly fileName: string;
  readonly mediaType: string;
  readonly disposition: 'inline' | 'attachment';
}

/** px; a closed list, which bounds the number of pictures rendered and stored per page. */
export const PAGE_WIDTHS = [200, 600, 1200, 1600, 2400] as const;
export type PageWidth = (typeof PAGE_WIDTHS)[number];

/** The picture of one page of a stored document. */
export interface PageLink {
  readonly kind: 'page';
  readonly corpId: number;
  /** Content hash of the document. */
  readonly hash: string;
  /** From 1. */
  readonly page: number;
  readonly width: PageWidth;
}

export type LinkTarget = FileLink | PageLink;

const VERSION = 1;
const SIGNATURE_BYTES = 32;

/**
 * @param key RotatedKeys.linkSigning
 * @param expires the first moment at which it is no longer valid
 */
export function signLink(key: KeyObject, target: LinkTarget, expires: Date): string {
  const payload = JSON.stringify([VERSION, expires.getTime(), ...fieldsOf(target)]);
  const text = Buffer.from(payload, 'utf8').toString('base64url');
  return `${text}.${signatureOf(key, text).toString('base64url')}`;
}

/**
 * Target of a link; `invalid` for everything that this service did not sign in exactly this form.
 * @param keys RotatedKeys.linkKeys
 */
export function readLink(
  keys: readonly KeyObject[],
  token: string,
  now: Date,
): LinkTarget | 'expired' | 'invalid' {
  const [text, signature, ...rest] = token.split('.');
  if (text === undefined || signature === undefined || rest.length > 0) return 'invalid';
  const given = Buffer.from(signature, 'base64url');
  // Base64 has several spellings of the same bytes; only ours is accepted, so that each link has one text.
  if (given.toString('base64url') !== signature || given.length !== SIGNATURE_BYTES) return 'invalid';
  if (!keys.some((key) => timingSafeEqual(given, signatureOf(key, text)))) return 'invalid';
  const payload: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  if (!Array.isArray(payload)) return 'invalid';
  const [version, expires, ...fields]: unknown[] = payload;
  // Correctly signed by another version of the program, but of an unknown form.
  if (version !== VERSION || typeof expires !== 'number') return 'invalid';
  const target = targetOf(fields);
  if (target === null) return 'invalid';
  return now.getTime() < expires ? target : 'expired';
}

function fieldsOf(target: LinkTarget): readonly (string | number)[] {
  if (target.kind === 'page') return ['page', target.corpId, target.hash, target.page, target.width];
  return ['file', target.corpId, target.hash, target.fileName, target.mediaType, target.disposition];
}

function targetOf(fields: readonly unknown[]): LinkTarget | null {
  const [kind, corpId, hash, third, fourth, fifth] = fields;
  if (typeof corpId !== 'number' || typeof hash !== 'string' || !isContentHash(hash)) return null;
  if (kind === 'page') {
    const width = PAGE_WIDTHS.find((one) => one === fourth);
    if (typeof third !== 'number' || width === undefined) return null;
    return { kind, corpId, hash, page: third, width };
  }
  if (kind !== 'file' || typeof third !== 'string' || typeof fourth !== 'string') return null;
  if (fifth !== 'inline' && fifth !== 'attachment') return null;
  return { kind, corpId, hash, fileName: third, mediaType: fourth, disposition: fifth };
}

function signatureOf(key: KeyObject, text: string): Buffer {
  return createHmac('sha256', key).update(text, 'utf8').digest();
}
