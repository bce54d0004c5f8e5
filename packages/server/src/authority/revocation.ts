import { publicKeyOf } from '@cinnabar/pki/certificates/certificate.js';
import {
  assembleRevocationList,
  toBeSignedRevocationList,
} from '@cinnabar/pki/revocation/revocation-list.js';
import { CustodyError } from '../custody/custody-error.js';
import { PLATFORM } from '../custody/envelope.js';
import type { KeyStore } from '../custody/key-store.js';
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

/** Revocation reasons of RFC 5280, 5.3.1, that apply to an end-entity certificate. */
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
  | { readonly outcome: 'ambiguous' }
  | { readonly outcome: 'authority' }
  | { readonly outcome: 'alreadyRevoked' }
  | { readonly outcome: 'revoked'; readonly certificate: CertificateRecord };

const HOUR = 3_600_000;
/** A list is valid for a week, so that an outage over a weekend leaves verifiers with a valid one. */
const LIST_VALIDITY_MS = 7 * 24 * HOUR;
/** Renewed daily. */
const LIST_RENEWAL_MS = 24 * HOUR;

/**
 * Revokes a certificate permanently, from now on. Its holder gets another one at their next signature. The authority's
 * own certificates cannot be revoked here: that would require setting up the whole authority again.
 * One of another authority is only used no more: whoever issued it publishes its revocation.
 * @param serialNumber hexadecimal digits
 * @param corpId whose it is; without it, the number has to be unique
 */
export async function revokeCertificate(
  db: Db,
  serialNumber: string,
  reason: RevocationReason,
  now: Date,
  corpId: number | null = null,
): Promise<Revoked> {
  const [certificate, another] = await findBySerialNumber(db, serialNumber.toLowerCase(), corpId);
  if (certificate === undefined) return { outcome: 'unknown' };
  if (another !== undefined) return { outcome: 'ambiguous' };
  if (certificate.purpose === 'root' || certificate.purpose === 'issuing') return { outcome: 'authority' };
  const first = await markRevoked(db, certificate, REVOCATION_REASONS[reason], now);
  return first ? { outcome: 'revoked', certificate } : { outcome: 'alreadyRevoked' };
}

/**
 * Revokes the certificate of a person's act. Its key was destroyed after that act, so the revocation means that the act
 * itself should not be relied on from now on; an earlier timestamp still proves what it proved.
 * @param signedAt time of the act
 * @returns false if it was revoked before
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

/** Revocation lists, created on request or by a job, and stored for all processes. */
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
   * The list of an authority's certificate, with everything revoked so far. The last list of an expired certificate is
   * kept.
   * @returns null if there is no such certificate, or it expired without a list
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
    throw new CustodyError('AUTHORITY_CONTENTION', `no revocation list of ${purpose} ${generation}`);
  }

  /** Every list in its present state, DER; lists that are due are renewed. */
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
    if (now.getTime() - list.this_update.getTime() >= LIST_RENEWAL_MS) return true;
    // Compared by count and not by time: a revocation may be committed after a list that was started later.
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
    const nextUpdate = new Date(thisUpdate.getTime() + LIST_VALIDITY_MS);
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
