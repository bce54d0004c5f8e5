import { publicKeyOf } from '@cinnabar/pki/certificates/certificate.js';
import {
  assembleRevocationList,
  toBeSignedRevocationList,
} from '@cinnabar/pki/revocation/revocation-list.js';
import { PLATFORM } from '../custody/envelope.js';
import type { KeyStore } from '../custody/key-store.js';
import { TrustError } from '../custody/trust-error.js';
import type { Db } from '../database/schema.js';
import {
  type AuthorityCertificates,
  type AuthorityPurpose,
  signatureAlgorithmOf,
} from './authority-certificates.js';
import type { CertificateRecord } from './certificate-store.js';
import {
  countRevokedBelow,
  findBySerialNumber,
  findRevocationList,
  insertRevokedActCertificate,
  markRevoked,
  putRevocationList,
  type RevocationListRecord,
  revokedBelow,
} from './revocation-store.js';

/** Why a certificate is revoked, by the names of RFC 5280, 5.3.1, that make sense for one that is not an authority's. */
export const REVOCATION_REASONS = Object.freeze({
  unspecified: 0,
  keyCompromise: 1,
  affiliationChanged: 3,
  superseded: 4,
  cessationOfOperation: 5,
  privilegeWithdrawn: 9,
});

export type RevocationReason = keyof typeof REVOCATION_REASONS;

export function isRevocationReason(word: string): word is RevocationReason {
  return Object.hasOwn(REVOCATION_REASONS, word);
}

export type Revoked =
  | { readonly outcome: 'unknown' }
  | { readonly outcome: 'authority' }
  | { readonly outcome: 'alreadyRevoked' }
  | { readonly outcome: 'revoked'; readonly certificate: CertificateRecord };

const HOUR = 3_600_000;
/** A list is good for a week, so that a weekend without the service leaves no verifier without one. */
const LIST_LIFE_MS = 7 * 24 * HOUR;
/** And made again every day. */
const LIST_AGE_MS = 24 * HOUR;

/**
 * Marks a certificate as revoked, from now on and for good. Its holder gets another one when they next sign. The
 * authority's own certificates are not revoked here: with them the whole authority would have to be set up again.
 * @param serialNumber hexadecimal digits
 */
export async function revokeCertificate(
  db: Db,
  serialNumber: string,
  reason: RevocationReason,
  now: Date,
): Promise<Revoked> {
  const certificate = await findBySerialNumber(db, serialNumber.toLowerCase());
  if (certificate === null) return { outcome: 'unknown' };
  if (certificate.purpose === 'root' || certificate.purpose === 'issuing') return { outcome: 'authority' };
  const first = await markRevoked(db, certificate, REVOCATION_REASONS[reason], now);
  return first ? { outcome: 'revoked', certificate } : { outcome: 'alreadyRevoked' };
}

/**
 * Marks the certificate of a person's act as revoked. Its key is gone since that act, so this says that the act itself
 * should not be relied on from now on: a timestamp of before goes on proving what it proved.
 * @param signedAt when the act was
 * @returns false where it was revoked before
 */
export async function revokeActCertificate(
  db: Db,
  serialNumber: string,
  signedAt: Date,
  reason: RevocationReason,
  now: Date,
): Promise<boolean> {
  const revoked = { serialNumber, revokedAt: now, reason: REVOCATION_REASONS[reason] };
  return insertRevokedActCertificate(db, revoked, signedAt);
}

/** Revocation lists, made when they are asked for or by a job, and kept for all processes. */
export class RevocationLists {
  readonly #db: Db;
  readonly #keyStore: KeyStore;
  readonly #authority: AuthorityCertificates;

  constructor(options: { db: Db; keyStore: KeyStore; authority: AuthorityCertificates }) {
    this.#db = options.db;
    this.#keyStore = options.keyStore;
    this.#authority = options.authority;
  }

  /**
   * The list of an authority's certificate, with everything in it that was revoked until now. The last list of a
   * certificate that has ended stays.
   * @returns null where there is no such certificate, or it ended without a list
   */
  async current(
    purpose: AuthorityPurpose,
    generation: number,
    now: Date,
  ): Promise<RevocationListRecord | null> {
    for (let attempt = 0; attempt < 3; attempt++) {
      const present = await findRevocationList(this.#db, purpose, generation);
      if (present !== null && !(await this.#isDue(present, now))) return present;
      const issuer = await this.#authority.find(purpose, generation);
      if (issuer === null || issuer.not_after <= now) return present;
      await this.#publish(issuer, purpose, present, now);
    }
    throw new TrustError('AUTHORITY_CONTENTION', `no revocation list of ${purpose} ${generation}`);
  }

  /** Every list as it is now, DER; those that are due are made again. */
  async all(now: Date): Promise<readonly Uint8Array[]> {
    const lists: Uint8Array[] = [];
    for (const purpose of ['root', 'issuing'] as const) {
      for (const { generation } of await this.#authority.all(purpose)) {
        const list = await this.current(purpose, generation, now);
        if (list !== null) lists.push(list.crl);
      }
    }
    return lists;
  }

  async #isDue(list: RevocationListRecord, now: Date): Promise<boolean> {
    if (now.getTime() - list.this_update.getTime() >= LIST_AGE_MS) return true;
    // Counted, not compared by time: a revocation may be committed later than a list that was begun after it.
    return (await countRevokedBelow(this.#db, list.purpose, list.generation)) !== list.entries;
  }

  async #publish(
    issuer: CertificateRecord,
    purpose: AuthorityPurpose,
    before: RevocationListRecord | null,
    now: Date,
  ): Promise<void> {
    const algorithm = signatureAlgorithmOf(issuer.algorithm);
    const thisUpdate = new Date(Math.floor(now.getTime() / 1000) * 1000);
    const number = (before?.number ?? 0) + 1;
    const nextUpdate = new Date(thisUpdate.getTime() + LIST_LIFE_MS);
    const revoked = await revokedBelow(this.#db, purpose, issuer.generation);
    const toBeSigned = toBeSignedRevocationList({
      issuer: issuer.subject,
      issuerPublicKey: publicKeyOf(issuer.certificate),
      number,
      thisUpdate,
      nextUpdate,
      completeSince: issuer.not_before,
      revoked,
      signatureAlgorithm: algorithm,
    });
    const signature = await this.#keyStore.sign(PLATFORM, issuer.key_id, toBeSigned);
    await putRevocationList(this.#db, {
      purpose,
      generation: issuer.generation,
      number,
      this_update: thisUpdate,
      next_update: nextUpdate,
      entries: revoked.length,
      crl: assembleRevocationList(toBeSigned, algorithm, signature),
    });
  }
}
