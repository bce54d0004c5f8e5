import { createHmac, type KeyObject } from 'node:crypto';
import { distinguishedName } from '@cinnabar/pki/certificates/distinguished-name.js';
import type { SignerCertificate } from '@cinnabar/pki/cms/signer-certificate.js';
import { BoundedCache } from '../custody/bounded-cache.js';
import { ephemeralKey } from '../custody/ephemeral-key.js';
import type { KeyAlgorithm, KeyStore } from '../custody/key-store.js';
import { base32 } from '../custody/secrets.js';
import { TrustError } from '../custody/trust-error.js';
import type { Db } from '../database/schema.js';
import { AuthorityCertificates, holds, signatureAlgorithmOf } from './authority-certificates.js';
import {
  type CertificateRecord,
  endedWithKey,
  insertCertificate,
  markKeyDestroyed,
  newestCertificate,
} from './certificate-store.js';
import { renewalHorizon, validityFrom } from './lifetimes.js';
import { ServiceSigners } from './service-signers.js';
import type { EnterpriseSubject, PersonSubject, Signer } from './signer.js';

export interface CertificateAuthorityOptions {
  readonly db: Db;
  readonly keyStore: KeyStore;
  /** Stands in the authority's certificates; a sandbox must say there that it is one. */
  readonly name: string;
  /** What addresses in certificates begin with, such as `http://sign.example.com`; left out: they carry none. */
  readonly publishedAt?: string;
  /** HMAC key of the pseudonyms in persons' certificates (MasterKey.pseudonym). */
  readonly pseudonym: KeyObject;
  /** How signers sign: ECDSA on P-256 by default; RSA-2048 for readers that know nothing else. */
  readonly algorithm?: SignerCertificate['algorithm'];
}

/**
 * The service's own certificate authority. An enterprise has a certificate of two years whose key stays in the key
 * store; a person gets a certificate of 24 hours for one act, whose key is never written anywhere.
 */
export class CertificateAuthority {
  readonly #db: Db;
  readonly #keyStore: KeyStore;
  readonly #pseudonym: KeyObject;
  readonly #algorithm: KeyAlgorithm;
  readonly #authority: AuthorityCertificates;
  /** Who signs for the service itself: timestamps, and answers about revocation. */
  readonly services: ServiceSigners;
  /** Renewals under way in this process, so that many acts at once make one key and not many. */
  readonly #renewals = new BoundedCache<CertificateRecord>(1000);

  constructor(options: CertificateAuthorityOptions) {
    this.#db = options.db;
    this.#keyStore = options.keyStore;
    this.#pseudonym = options.pseudonym;
    this.#algorithm = options.algorithm === 'rsa-sha256' ? 'RSA-2048' : 'P-256';
    this.#authority = new AuthorityCertificates({
      db: options.db,
      keyStore: options.keyStore,
      name: options.name,
      // RSA-2048 is not trusted for the twenty years of a root.
      algorithm: this.#algorithm === 'P-256' ? 'P-256' : 'RSA-3072',
      publishedAt: options.publishedAt ?? null,
    });
    this.services = new ServiceSigners({
      db: options.db,
      keyStore: options.keyStore,
      authority: this.#authority,
    });
  }

  /**
   * The enterprise's signer, with its certificate renewed where it ends within 60 days or says another name or code.
   * Several statements, and a key generation where it renews: not for use inside a transaction.
   * @throws UnusableName
   */
  async enterpriseSigner(corp: EnterpriseSubject, now: Date): Promise<Signer> {
    const subject = enterpriseName(corp);
    const newest = await newestCertificate(this.#db, corp.corpId, 'enterprise');
    const record =
      newest !== undefined && this.#fits(newest, subject, now)
        ? newest
        : await this.#renewOnce(corp.corpId, subject, now);
    return {
      certificate: {
        certificate: record.certificate,
        chain: await this.#authority.chain(record.issuer_generation ?? 0),
        algorithm: signatureAlgorithmOf(record.algorithm),
      },
      serialNumber: record.serial_number,
      sign: (data) => this.#keyStore.sign(corp.corpId, record.key_id, data),
      release: () => undefined,
    };
  }

  /**
   * A signer for one act of one person: a fresh key and an event certificate. The certificate names the person and
   * carries a pseudonym that tells two of the same name apart; no ID document number and no mobile.
   * @throws UnusableName
   */
  async personSigner(person: PersonSubject, now: Date): Promise<Signer> {
    const validity = validityFrom(now, 'event');
    const subject = distinguishedName({
      serialNumber: this.#pseudonymOf(person.userId),
      commonName: person.name,
    });
    const issuer = await this.#authority.issuing(now, validity.notAfter);
    const chain = await this.#authority.chain(issuer.generation);
    const key = await ephemeralKey(this.#algorithm);
    const issued = await this.#authority.issue('signer', subject, key.publicKey, validity, issuer);
    return {
      certificate: {
        certificate: issued.certificate,
        chain,
        algorithm: signatureAlgorithmOf(this.#algorithm),
      },
      serialNumber: Buffer.from(issued.serialNumber).toString('hex'),
      sign: key.sign,
      release: key.forget,
    };
  }

  /** The issuing certificate and the root in force, DER; made where this is the first use. */
  async chain(now: Date): Promise<readonly Uint8Array[]> {
    const issuing = await this.#authority.issuing(now, validityFrom(now, 'event').notAfter);
    return this.#authority.chain(issuing.generation);
  }

  /** The certificates that this authority signs with, of every generation. */
  get certificates(): AuthorityCertificates {
    return this.#authority;
  }

  /** Every root that this authority has had, DER. */
  async trustAnchors(): Promise<readonly Uint8Array[]> {
    return this.#authority.roots();
  }

  /**
   * Destroys the keys of certificates that have ended or were revoked. A renewal leaves the old key alone, because another
   * process may be signing with it at that moment; a clean-up job calls this.
   * @param limit how many at most
   * @returns how many were destroyed
   */
  async destroyEndedKeys(now: Date, limit: number): Promise<number> {
    const ended = await endedWithKey(this.#db, now, limit);
    for (const record of ended) {
      await this.#keyStore.destroy(record.corp_id, record.key_id);
      await markKeyDestroyed(this.#db, record, now);
    }
    return ended.length;
  }

  #fits(record: CertificateRecord, subject: Uint8Array, now: Date): boolean {
    return (
      holds(record, this.#algorithm, now, renewalHorizon(now)) &&
      Buffer.compare(record.subject, subject) === 0
    );
  }

  async #renewOnce(corpId: number, subject: Uint8Array, now: Date): Promise<CertificateRecord> {
    const name = `${corpId} ${Buffer.from(subject).toString('base64')}`;
    try {
      return await this.#renewals.get(name, () => this.#renew(corpId, subject, now));
    } finally {
      this.#renewals.delete(name);
    }
  }

  /** As with the authority's own certificates: the first row of a generation counts, no lock is held. */
  async #renew(corpId: number, subject: Uint8Array, now: Date): Promise<CertificateRecord> {
    for (let attempt = 0; attempt < 3; attempt++) {
      const newest = await newestCertificate(this.#db, corpId, 'enterprise');
      if (newest !== undefined && this.#fits(newest, subject, now)) return newest;
      await this.#makeGeneration(corpId, (newest?.generation ?? 0) + 1, subject, now);
    }
    throw new TrustError(
      'AUTHORITY_CONTENTION',
      `enterprise ${corpId} is being certified under changing names`,
    );
  }

  async #makeGeneration(corpId: number, generation: number, subject: Uint8Array, now: Date): Promise<void> {
    const validity = validityFrom(now, 'enterprise');
    const issuer = await this.#authority.issuing(now, validity.notAfter);
    const key = await this.#keyStore.generate(corpId, this.#algorithm);
    const issued = await this.#authority.issue('signer', subject, key.publicKey, validity, issuer);
    const first = await insertCertificate(this.#db, {
      corp_id: corpId,
      purpose: 'enterprise',
      generation,
      key_id: key.keyId,
      algorithm: this.#algorithm,
      subject,
      serial_number: Buffer.from(issued.serialNumber).toString('hex'),
      certificate: issued.certificate,
      issuer_generation: issuer.generation,
      not_before: validity.notBefore,
      not_after: validity.notAfter,
    });
    if (!first) await this.#keyStore.destroy(corpId, key.keyId);
  }

  #pseudonymOf(userId: number): string {
    const digest = createHmac('sha256', this.#pseudonym).update(`person ${userId}`, 'utf8').digest();
    return base32(digest.subarray(0, 10));
  }
}

/** ETSI EN 319 412-3: a legal person by country, organisation, its number in the register, and common name. */
function enterpriseName(corp: EnterpriseSubject): Uint8Array {
  return distinguishedName({
    country: 'CN',
    organization: corp.corpName,
    ...(corp.corpCode === null || corp.corpCode === ''
      ? {}
      : { organizationIdentifier: `NTRCN-${corp.corpCode}` }),
    commonName: corp.corpName,
  });
}
