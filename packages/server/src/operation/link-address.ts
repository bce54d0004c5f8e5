import type { KeyObject } from 'node:crypto';
import { LinkCache } from '../storage/link-cache.js';
import { type FileLink, type LinkTarget, readLink } from '../storage/links.js';
import type { StoredFile } from '../storage/stored-files.js';
import type { Services } from './services.js';

/** Services needed to sign a link. */
export type LinkServices = Pick<Services, 'config' | 'rotatedKeys'>;

/** Lifetime of links in answers, ms. */
const LINK_LIFE = 30 * 60_000;

const caches = new WeakMap<KeyObject, LinkCache>();

function linkCache(key: KeyObject): LinkCache {
  const known = caches.get(key);
  if (known !== undefined) return known;
  const cache = new LinkCache(key, LINK_LIFE);
  caches.set(key, cache);
  return cache;
}

/** The address at which `target` can be fetched for the next 30 minutes, or 29 if the link is reused. */
export function linkAddress(services: LinkServices, target: LinkTarget, now: Date): string {
  return `${services.config.baseUrl}/files/${linkCache(services.rotatedKeys.linkSigning).token(target, now)}`;
}

/** The address of a stored file. */
export function storedFileAddress(
  services: LinkServices,
  file: StoredFile,
  disposition: FileLink['disposition'],
  now: Date,
): string {
  const { corpId, hash, fileName, mediaType } = file;
  return linkAddress(services, { kind: 'file', corpId, hash, fileName, mediaType, disposition }, now);
}

/** Target of an address of this service; null for any other address, and for an expired link. */
export function linkTargetOf(services: LinkServices, address: string, now: Date): LinkTarget | null {
  const beginning = `${services.config.baseUrl}/files/`;
  if (!address.startsWith(beginning)) return null;
  const target = readLink(services.rotatedKeys.linkKeys, address.slice(beginning.length), now);
  return typeof target === 'string' ? null : target;
}
