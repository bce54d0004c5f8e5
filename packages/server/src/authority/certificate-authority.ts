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
  isOfKind,
  markKeyDestroyed,
  newestForSigner,
  nextGeneration,
} from './certificate-store.js';
import { enterpriseName } from './enterprise-name.js';
import {
  type InTransaction,
  isExternal,
  type KeptRequest,
  type NewRequest,
  requestCertificate,
  usableChain,
} from './external/external-certificates.js';
import { externalPersonSigner, type PersonCertifier } from './external/person-signer.js';
import { endRequest, externalRoots, requestsOfClosed } from './external/store.js';
import { renewalHorizon, validityFrom } from './lifetimes.js';
import { ServiceSigners } from './service-signers.js';
import type { EnterpriseSubject, PersonSubject, Signer } from './signer.js';

/** Algorithms of signers' keys. Certificates of a signer, from the leaf to the root, are of one family. */
export type SignerAlgorithm = Exclude<KeyAlgorithm, 'RSA-3072'>;

export interface CertificateAuthorityOptions {
  readonly db: Db;
  readonly keyStore: KeyStore;
  /** Name in the authority's certificates; a sandbox must be recognisable as one. */
  readonly name: string;
  /** Base address of the URLs in certificates, such as `http://sign.example.com`; omitted: they contain none. */
  readonly publishedAt?: string;
  /** HMAC key of the pseudonyms in persons' certificates (MasterKey.pseudonym). */
  readonly pseudonym: KeyObject;
  /** Who certifies persons instead of this authority. */
  readonly persons?: PersonCertifier | null;
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
  readonly #persons: PersonCertifier | null;
  readonly #algorithm: SignerAlgorithm;
  readonly #authority: AuthorityCertificates;
  /** Those of other algorithms than the configured one make their certificates when somebody first signs with it. */
  readonly #authorities: Readonly<Record<SignerAlgorithm, AuthorityCertificates>>;
  /** Signers for the service itself: timestamps, and OCSP responses. */
  readonly services: ServiceSigners;
  /** The maker of electronic seals, which know no other algorithm than SM2. */
  readonly sealMakers: ServiceSigners;
  /** Renewals under way in this process, so that concurrent acts create one key. */
  readonly #renewals = new BoundedCache<CertificateRecord>(1000);

  constructor(options: CertificateAuthorityOptions) {
    this.#db = options.db;
    this.#keyStore = options.keyStore;
    this.#pseudonym = options.pseudonym;
    this.#persons = options.persons ?? null;
    this.#algorithm = options.algorithm === 'rsa-sha256' ? 'RSA-2048' : 'P-256';
    const authorityOf = (algorithm: KeyAlgorithm): AuthorityCertificates =>
      new AuthorityCertificates({
        db: options.db,
        keyStore: options.keyStore,
        name: options.name,
        algorithm,
        publishedAt: options.publishedAt ?? null,
      });
    this.#authorities = {
      'P-256': authorityOf('P-256'),
      // RSA-2048 is not considered secure for the twenty years of a root.
      'RSA-2048': authorityOf('RSA-3072'),
      SM2: authorityOf('SM2'),
    };
    this.#authority = this.#authorities[this.#algorithm];
    this.services = new ServiceSigners({
      db: options.db,
      keyStore: options.keyStore,
      authority: this.#authority,
    });
    this.sealMakers = new ServiceSigners({
      db: options.db,
      keyStore: options.keyStore,
      authority: this.#authorities.SM2,
    });
  }

  /** Algorithm of the keys of signers that ask for no other. */
  get algorithm(): SignerAlgorithm {
    return this.#algorithm;
  }

  /**
   * The enterprise's signer. Its certificate is renewed if it expires within 60 days or contains another name or code;
   * one of another authority is used as it is until it ends. Runs several statements, and generates a key for a renewal:
   * not for use inside a transaction.
   * @param known its newest certificate, if the act has read it
   * @throws UnusableName, ExternalCertificateError
   */
  async enterpriseSigner(
    corp: EnterpriseSubject,
    now: Date,
    known: CertificateRecord | null = null,
    algorithm: SignerAlgorithm = this.#algorithm,
  ): Promise<Signer> {
    const wanted = { corpId: corp.corpId, subject: enterpriseName(corp), algorithm };
    const record = (await this.#present(wanted, known, now)) ?? (await this.#renewOnce(wanted, now));
    return {
      certificate: {
        certificate: record.certificate,
        chain: isExternal(record)
          ? usableChain(record, now)
          : await this.#authority.chain(record.issuer_generation ?? 0),
        algorithm: signatureAlgorithmOf(record.algorithm),
      },
      serialNumber: record.serial_number,
      sign: (data) => this.#keyStore.sign(corp.corpId, record.key_id, data),
      release: () => undefined,
    };
  }

  /**
   * A signer for one act of one person: a new key and an event certificate. The certificate contains the person's name
   * and a pseudonym that distinguishes persons of the same name, but neither ID document number nor mobile. Another
   * authority is asked over the network: not for use inside a transaction.
   * @throws UnusableName, ExternalCertificateError, and what the certifier of persons throws
   */
  async personSigner(
    person: PersonSubject,
    now: Date,
    algorithm: SignerAlgorithm = this.#algorithm,
  ): Promise<Signer> {
    const pseudonym = this.#pseudonymOf(person.userId);
    const subject = distinguishedName({ serialNumber: pseudonym, commonName: person.name });
    if (this.#persons !== null) {
      const outside = { db: this.#db, certifier: this.#persons };
      return externalPersonSigner(outside, { name: person.name, pseudonym, subject, algorithm, now });
    }
    const validity = validityFrom(now, 'event');
    const authority = this.#authorities[algorithm];
    const issuer = await authority.issuing(now, validity.notAfter);
    const chain = await authority.chain(issuer.generation);
    const key = await ephemeralKey(algorithm);
    const issued = await authority.issue('signer', subject, key.publicKey, validity, issuer);
    return {
      certificate: {
        certificate: issued.certificate,
        chain,
        algorithm: signatureAlgorithmOf(algorithm),
      },
      serialNumber: Buffer.from(issued.serialNumber).toString('hex'),
      sign: key.sign,
      release: key.forget,
    };
  }

  /** Makes the generation after that certificate of an enterprise, unless there is one already. */
  async succeed(
    { corp_id: corpId, generation, subject, algorithm }: CertificateRecord,
    now: Date,
  ): Promise<void> {
    if (algorithm === 'RSA-3072') return;
    const next = await nextGeneration(this.#db, corpId, 'enterprise');
    const newest = await newestForSigner(this.#db, corpId, algorithm);
    if (newest?.generation === generation) {
      await this.#makeGeneration({ corpId, subject, algorithm }, next, now);
    }
  }

  /** The authority's certificates whose own keys are of that algorithm; undefined: there are none. */
  certificatesWith(algorithm: KeyAlgorithm): AuthorityCertificates | undefined {
    return Object.values(this.#authorities).find((each) => each.algorithm === algorithm);
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

  /** Makes a key and a request for its certificate by another authority; the pending one if there is one. */
  async requestExternal<Answer>(
    request: NewRequest,
    inTransaction: InTransaction<KeptRequest, Answer>,
  ): Promise<Answer> {
    return requestCertificate({ db: this.#db, keyStore: this.#keyStore }, request, inTransaction);
  }

  /** Roots of other authorities that issued certificates to enterprises, DER. */
  async externalRoots(): Promise<readonly Uint8Array[]> {
    return externalRoots(this.#db);
  }

  /**
   * Destroys the keys of certificates that have expired or were revoked, and those of requests of closed enterprises. A
   * renewal keeps the old key, because another
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
    const abandoned = await requestsOfClosed(this.#db, limit);
    for (const { request_id, corp_id, key_id } of abandoned) {
      await this.#keyStore.destroy(corp_id, key_id);
      await endRequest(this.#db, request_id, 'withdrawn', now);
    }
    return ended.length + abandoned.length;
  }

  /** Reads it unless the given one is it; null: there is none in force. */
  async #present(
    wanted: WantedCertificate,
    known: CertificateRecord | null,
    now: Date,
  ): Promise<CertificateRecord | null> {
    if (known !== null && fits(known, wanted, now)) return known;
    const newest = await newestForSigner(this.#db, wanted.corpId, wanted.algorithm);
    return newest !== undefined && fits(newest, wanted, now) ? newest : null;
  }

  async #renewOnce(wanted: WantedCertificate, now: Date): Promise<CertificateRecord> {
    const { corpId, subject, algorithm } = wanted;
    const name = `${corpId} ${algorithm} ${Buffer.from(subject).toString('base64')}`;
    try {
      return await this.#renewals.get(name, () => this.#renew(wanted, now));
    } finally {
      this.#renewals.delete(name);
    }
  }

  /** As with the authority's own certificates, the first row of a generation counts and no lock is held. */
  async #renew(wanted: WantedCertificate, now: Date): Promise<CertificateRecord> {
    const { corpId, algorithm } = wanted;
    for (let attempt = 0; attempt < 3; attempt++) {
      const next = await nextGeneration(this.#db, corpId, 'enterprise');
      const newest = await newestForSigner(this.#db, corpId, algorithm);
      if (newest !== undefined && fits(newest, wanted, now)) return newest;
      await this.#makeGeneration(wanted, next, now);
    }
    throw new CustodyError(
      'AUTHORITY_CONTENTION',
      `enterprise ${corpId} is being certified under changing names`,
    );
  }

  async #makeGeneration(
    { corpId, subject, algorithm }: WantedCertificate,
    generation: number,
    now: Date,
  ): Promise<void> {
    const authority = this.#authorities[algorithm];
    const validity = validityFrom(now, 'enterprise');
    const issuer = await authority.issuing(now, validity.notAfter);
    const key = await this.#keyStore.generate(corpId, algorithm, 'enterprise');
    const issued = await authority.issue('signer', subject, key.publicKey, validity, issuer);
    const first = await insertCertificate(this.#db, {
      corp_id: corpId,
      purpose: 'enterprise',
      generation,
      key_id: key.keyId,
      algorithm,
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

interface WantedCertificate {
  readonly corpId: number;
  /** DER of the subject's Name. */
  readonly subject: Uint8Array;
  readonly algorithm: SignerAlgorithm;
}

/** A certificate of another authority signs for every algorithm of its kind: which one, that authority has decided. */
function fits(record: CertificateRecord, { subject, algorithm }: WantedCertificate, now: Date): boolean {
  if (record.source !== 'built-in') return isExternal(record) && isOfKind(record.algorithm, algorithm);
  return holds(record, algorithm, now, renewalHorizon(now)) && Buffer.compare(record.subject, subject) === 0;
}
