/** The chain of an audit: what a link covers, and whether links are unchanged. */
import { createHmac, type KeyObject } from 'node:crypto';
import type { Id } from '@cinnabar/api/schema.js';
import { canonicalJson } from '../../custody/canonical-json.js';
import { type ChainHash, chainEvent, hashMark } from '../../custody/event-chain.js';
import { sameSecret } from '../../custody/secrets.js';
import type { AuditFacts, AuditSource } from '../../database/tables/audit.js';
import type { UserId } from '../../operation/context.js';

export type AuditEntryId = Id<'AuditEntry'>;

/** An entry as it is chained: it names persons only by their ids. */
export interface ChainableEntry {
  readonly entryId: AuditEntryId;
  readonly userId: UserId | null;
  readonly appId: string | null;
  readonly subjectUserId: UserId | null;
  readonly act: string;
  readonly objectKind: string | null;
  readonly objectId: number | null;
  readonly before: AuditFacts | null;
  readonly after: AuditFacts | null;
  readonly source: AuditSource;
  readonly requestId: string | null;
  readonly madeAt: Date;
}

export interface PersonalData {
  readonly address: string | null;
  readonly device: string | null;
  readonly texts: AuditFacts;
  readonly salt: Uint8Array;
}

/** A link with its entry; null: the entry is gone. */
export interface LinkedEntry {
  readonly sequence: number;
  readonly personal: string;
  readonly hash: string;
  readonly hashedBy: ChainHash;
  readonly entry: ChainableEntry | null;
  /** null: erased. */
  readonly data: PersonalData | null;
}

/** The end of a chain. */
export interface ChainEnd {
  readonly chain: number;
  readonly entries: number;
  readonly head: string | null;
  readonly seal: string | null;
}

/** Place up to which a chain has been examined; `hash` is null before the first link. */
export interface ChainPlace {
  readonly sequence: number;
  readonly hash: string | null;
}

export const CHAIN_START: ChainPlace = { sequence: 0, hash: null };

/** Digest of personal data, keyed by their salt: it tells nothing about them once the salt is erased with them. */
export function personalDigest({ address, device, texts, salt }: PersonalData): string {
  return createHmac('sha256', salt).update(canonicalJson({ address, device, texts }), 'utf8').digest('hex');
}

export function linkHash(
  chain: number,
  { sequence, hash }: ChainPlace,
  { madeAt, ...entry }: ChainableEntry,
  personal: string,
  hashedBy: ChainHash,
): string {
  const place = { chain, sequence: sequence + 1 };
  const event = { ...entry, ...place, time: madeAt.toISOString(), personal, ...hashMark(hashedBy) };
  return chainEvent(hash, event).hash;
}

/** Whoever can write to the database alone can rebuild a chain, but not the seal of its end. */
export function sealOf(key: KeyObject, chain: number, { sequence, hash }: ChainPlace): string {
  return createHmac('sha256', key)
    .update(`audit chain ${chain}\n${sequence}\n${hash ?? ''}`, 'utf8')
    .digest('hex');
}

/** Whether a link is the one after `previous`, and its entry and personal data are what was chained. */
export function fitsAfter(chain: number, previous: ChainPlace, linked: LinkedEntry): boolean {
  const { sequence, entry, data, personal, hash, hashedBy } = linked;
  if (sequence !== previous.sequence + 1 || entry === null) return false;
  if (data !== null && personalDigest(data) !== personal) return false;
  return linkHash(chain, previous, entry, personal, hashedBy) === hash;
}

export type LinksVerdict =
  | { readonly fits: true; readonly place: ChainPlace }
  | { readonly fits: false; readonly brokenAt: number };

/** @param links in order */
export function examineLinks(chain: number, from: ChainPlace, links: readonly LinkedEntry[]): LinksVerdict {
  let place = from;
  for (const linked of links) {
    if (!fitsAfter(chain, place, linked)) return { fits: false, brokenAt: place.sequence + 1 };
    place = { sequence: linked.sequence, hash: linked.hash };
  }
  return { fits: true, place };
}

/** Whether the links end where the chain does: links of the end may have been removed together with their entries. */
export function endsAt(key: KeyObject, end: ChainEnd, place: ChainPlace): boolean {
  const { chain, entries, head, seal } = end;
  if (entries !== place.sequence || head !== place.hash) return false;
  return seal !== null && sameSecret(seal, sealOf(key, chain, place));
}
