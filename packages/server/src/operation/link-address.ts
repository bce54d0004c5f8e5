import type { KeyObject } from 'node:crypto';
import { LinkCache } from '../storage/link-cache.js';
import { type FileLink, type LinkTarget, readLink } from '../storage/links.js';
import type { StoredFile } from '../storage/stored-files.js';
import type { Services } from './services.js';

/** Services needed to sign a link. */
export type LinkServices = Pick<Services, 'config' | 'masterKey'>;

/** ms; how long the links in answers open. */
const LINK_LIFE = 30 * 60_000;

const caches = new WeakMap<KeyObject, LinkCache>();

function linkCache(key: KeyObject): LinkCache {
  const known = caches.get(key);
  if (known !== undefined) return known;
  const cache = new LinkCache(key, LINK_LIFE);
  caches.set(key, cache);
  return cache;
}

/** The address under which `target` can be fetched for the next 30 minutes, one less when it was given just now. */
export function linkAddress(services: LinkServices, target: LinkTarget, now: Date): string {
  return `${services.config.baseUrl}/files/${linkCache(services.masterKey.linkSigning).token(target, now)}`;
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

/** Target of an address of this service; null for any other address, and for a link that has ended. */
export function linkTargetOf(services: LinkServices, address: string, now: Date): LinkTarget | null {
  const beginning = `${services.config.baseUrl}/files/`;
  if (!address.startsWith(beginning)) return null;
  const target = readLink(services.masterKey.linkSigning, address.slice(beginning.length), now);
  return typeof target === 'string' ? null : target;
}
