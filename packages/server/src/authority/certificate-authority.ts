import { createHmac, type KeyObject } from 'node:crypto';
import { distinguishedName } from '@cinnabar/pki/certificates/distinguished-name.js';
import type { SignerCertificate } from '@cinnabar/pki/cms/signer-certificate.js';
import { BoundedCache } from '../custody/bounded-cache.js';
import { CustodyError } from '../custody/custody-error.js';
import { ephemeralKey } from '../custody/ephemeral-key.js';
import type { KeyAlgorithm, KeyStore } from '../custody/key-store.js';
import { base32 } from '../custody/secrets.js';
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
  /** Name in the authority's certificates; a sandbox must be recognisable as one. */
  readonly name: string;
  /** Base address of the URLs in certificates, such as `http://sign.example.com`; omitted: they contain none. */
  readonly publishedAt?: string;
  /** HMAC key of the pseudonyms in persons' certificates (MasterKey.pseudonym). */
  readonly pseudonym: KeyObject;
  /** Algorithm of signers' keys: ECDSA on P-256 by default; RSA-2048 for PDF readers that support nothing else. */
  readonly algorithm?: SignerCertificate['algorithm'];
}

/**
 * The service's own certificate authority. An enterprise has a certificate valid for two years, whose key stays in the
 * key store; a person gets a certificate valid for 24 hours for one act, whose key is never stored.
 */
export class CertificateAuthority {
  readonly #db: Db;
  readonly #keyStore: KeyStore;
  readonly #pseudonym: KeyObject;
  readonly #algorithm: KeyAlgorithm;
  readonly #authority: AuthorityCertificates;
  /** Signers for the service itself: timestamps, and OCSP responses. */
  readonly services: ServiceSigners;
  /** Renewals under way in this process, so that concurrent acts create one key. */
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
      // RSA-2048 is not considered secure for the twenty years of a root.
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
   * The enterprise's signer. Its certificate is renewed if it expires within 60 days or contains another name or code.
   * Runs several statements, and generates a key for a renewal: not for use inside a transaction.
   * @param known its newest certificate, if the act has read it
   * @throws UnusableName
   */
  async enterpriseSigner(
    corp: EnterpriseSubject,
    now: Date,
    known: CertificateRecord | null = null,
  ): Promise<Signer> {
    const subject = enterpriseName(corp);
    const newest = known ?? (await newestCertificate(this.#db, corp.corpId, 'enterprise'));
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
   * A signer for one act of one person: a new key and an event certificate. The certificate contains the person's name
   * and a pseudonym that distinguishes persons of the same name, but neither ID document number nor mobile.
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

  /** The issuing certificate and the root in force, DER; created on first use. */
  async chain(now: Date): Promise<readonly Uint8Array[]> {
    const issuing = await this.#authority.issuing(now, validityFrom(now, 'event').notAfter);
    return this.#authority.chain(issuing.generation);
  }

  /** The authority's signing certificates of every generation. */
  get certificates(): AuthorityCertificates {
    return this.#authority;
  }

  /** All roots of this authority so far, DER. */
  async trustAnchors(): Promise<readonly Uint8Array[]> {
    return this.#authority.roots();
  }

  /**
   * Destroys the keys of certificates that have expired or were revoked. A renewal keeps the old key, because another
   * process may be signing with it at that moment; a clean-up job calls this.
   * @param limit maximum number of keys
   * @returns the number of destroyed keys
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

  /** As with the authority's own certificates, the first row of a generation counts and no lock is held. */
  async #renew(corpId: number, subject: Uint8Array, now: Date): Promise<CertificateRecord> {
    for (let attempt = 0; attempt < 3; attempt++) {
      const newest = await newestCertificate(this.#db, corpId, 'enterprise');
      if (newest !== undefined && this.#fits(newest, subject, now)) return newest;
      await this.#makeGeneration(corpId, (newest?.generation ?? 0) + 1, subject, now);
    }
    throw new CustodyError(
      'AUTHORITY_CONTENTION',
      `enterprise ${corpId} is being certified under changing names`,
    );
  }

  async #makeGeneration(corpId: number, generation: number, subject: Uint8Array, now: Date): Promise<void> {
    const validity = validityFrom(now, 'enterprise');
    const issuer = await this.#authority.issuing(now, validity.notAfter);
    const key = await this.#keyStore.generate(corpId, this.#algorithm, 'enterprise');
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

/** ETSI EN 319 412-3: a legal person by country, organisation, registration number and common name. */
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
