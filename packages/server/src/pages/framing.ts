/** Embedding of pages in frames of other sites: which sites may embed them, and how cookies are sent there. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { mayBeFramed } from '@cinnabar/api/pages/addresses.js';
import { id } from '@cinnabar/api/schema.js';
import { embedOriginsOf, findCorp } from '../areas/enterprise/index.js';
import { findLink, findLinkById, type Link, type LinkId } from '../areas/links/index.js';
import { blindIndex, hashToken, sameSecret } from '../custody/secrets.js';
import type { Db } from '../database/schema.js';
import { headerText } from '../http/headers.js';
import type { Services } from '../operation/services.js';
import { standingOf } from './link-standing.js';
import { keptToken } from './session-secrets.js';

/** Set by the browser on navigation, and by our pages on their own requests. */
export function isFramed(headers: IncomingHttpHeaders): boolean {
  return headers['sec-fetch-dest'] === 'iframe' || headerText(headers, 'linkframe') === '1';
}

/**
 * Part of a framed page's first address, proving knowledge of the link: link ids can be enumerated, and must not reveal
 * which sites belong to which enterprise. Cookies, which would prove it too, may be blocked in frames.
 */
export function frameKey({ masterKey }: Pick<Services, 'masterKey'>, linkId: LinkId): string {
  return blindIndex(masterKey.pepper, 'framed link', String(linkId)).slice(0, 32);
}

const linkIds = id<'Link'>();

/**
 * The origins that may embed this page: those of the enterprise of its link, and of the one for which its person acts.
 * Confirmation is possible only in a frame of the latter; elsewhere the page is read-only, and confirms in a window of
 * this service.
 */
export async function hostsOf(
  db: Db,
  services: Services,
  request: IncomingMessage,
): Promise<readonly string[]> {
  if (!isFramed(request.headers) || !mayBeFramed(pathOf(request))) return [];
  const link = await provenLink(db, services, request);
  if (link === null || link.endedAt !== null) return [];
  const { actingCorpId } = await standingOf(db, link, services.clock.now());
  const hosts = new Set<string>();
  for (const corpId of new Set([link.corpId, actingCorpId ?? link.corpId])) {
    const corp = await findCorp(db, corpId);
    for (const origin of corp === null ? [] : embedOriginsOf(corp)) hosts.add(origin);
  }
  return [...hosts];
}

function pathOf({ url }: IncomingMessage): string {
  return (url ?? '/').split('?', 1)[0] ?? '/';
}

async function provenLink(
  db: Db,
  services: Services,
  { url, headers }: IncomingMessage,
): Promise<Link | null> {
  const query = new URLSearchParams((url ?? '').split('?')[1] ?? '');
  const number = query.get('l') ?? '';
  if (!/^[1-9]\d{0,14}$/.test(number)) return null;
  const linkId = linkIds.read(number, 'l', { zone: 'UTC' });
  const key = query.get('f');
  if (key !== null && sameSecret(key, frameKey(services, linkId))) return findLinkById(db, linkId);
  const token = keptToken(services, headers, linkId);
  const link = token === null ? null : await findLink(db, hashToken(token));
  return link?.linkId === linkId ? link : null;
}
