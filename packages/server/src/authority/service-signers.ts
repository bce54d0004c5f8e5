import type { CertificateProfile } from '@cinnabar/pki/certificates/certificate.js';
import { distinguishedName } from '@cinnabar/pki/certificates/distinguished-name.js';
import { CustodyError } from '../custody/custody-error.js';
import { PLATFORM } from '../custody/envelope.js';
import type { KeyAlgorithm, KeyStore } from '../custody/key-store.js';
import type { Db } from '../database/schema.js';
import { type AuthorityCertificates, holds, signatureAlgorithmOf } from './authority-certificates.js';
import {
  type CertificateRecord,
  insertCertificate,
  newestBelow,
  newestWithAlgorithm,
  nextGeneration,
} from './certificate-store.js';
import { serviceRenewalHorizon, validityFrom } from './lifetimes.js';
import type { Signer } from './signer.js';

interface ServiceSignersOptions {
  readonly db: Db;
  readonly keyStore: KeyStore;
  readonly authority: AuthorityCertificates;
}

type ServicePurpose = 'timestamp' | 'ocsp' | 'evidence' | 'seal-maker';

/** Lifetime of a cached certificate, after which its row is read again because it may have been revoked. */
const CACHED_MS = 10_000;

const NAMES: Readonly<Record<ServicePurpose, string>> = Object.freeze({
  timestamp: 'Timestamp Authority',
  ocsp: 'OCSP Responder',
  evidence: 'Evidence',
  'seal-maker': 'Seal Maker',
});

const PROFILES: Readonly<Record<ServicePurpose, CertificateProfile>> = Object.freeze({
  timestamp: 'timestamp',
  ocsp: 'ocsp',
  evidence: 'signer',
  'seal-maker': 'signer',
});

/**
 * Signers of the service itself. Certificates are renewed like those of enterprises: without a lock, the first row
 * counts.
 */
export class ServiceSigners {
  readonly #db: Db;
  readonly #keyStore: KeyStore;
  readonly #authority: AuthorityCertificates;
  readonly #known = new Map<string, { readonly record: Promise<CertificateRecord>; readonly readAt: Date }>();

  constructor(options: ServiceSignersOptions) {
    this.#db = options.db;
    this.#keyStore = options.keyStore;
    this.#authority = options.authority;
  }

  /** The timestamp authority: five years, renewed after one. */
  async timestamp(now: Date): Promise<Signer> {
    return this.#signer(await this.#record('timestamp', null, now));
  }

  /** Signs evidence reports in the service's own name: valid for two years, renewed 60 days before the end. */
  async evidence(now: Date): Promise<Signer> {
    return this.#signer(await this.#record('evidence', null, now));
  }

  /** Makes electronic seals, of which the certificate is one of SM2: valid and renewed like that of evidence. */
  async sealMaker(now: Date): Promise<Signer> {
    return this.#signer(await this.#record('seal-maker', null, now));
  }

  /**
   * OCSP responder of an issuing certificate: valid for 90 days, renewed 30 days before the end.
   * @returns null if that certificate has expired
   */
  async responder(issuer: CertificateRecord, now: Date): Promise<Signer | null> {
    if (issuer.not_after <= now) return null;
    return this.#signer(await this.#record('ocsp', issuer, now));
  }

  /** Makes the generation after that one, unless there is one already. */
  async succeed(purpose: ServicePurpose, record: CertificateRecord, now: Date): Promise<void> {
    const issuer =
      purpose === 'ocsp' ? await this.#authority.find('issuing', record.issuer_generation ?? 0) : null;
    const newest =
      issuer === null
        ? await newestWithAlgorithm(this.#db, PLATFORM, purpose, record.algorithm)
        : await newestBelow(this.#db, purpose, issuer.generation);
    if (newest?.generation === record.generation) {
      await this.#makeGeneration(purpose, record.algorithm, issuer, now);
    }
    this.#known.clear();
  }

  async #signer(record: CertificateRecord): Promise<Signer> {
    return {
      certificate: {
        certificate: record.certificate,
        chain: await this.#authority.chain(record.issuer_generation ?? 0),
        algorithm: signatureAlgorithmOf(record.algorithm),
      },
      serialNumber: record.serial_number,
      sign: (data) => this.#keyStore.sign(PLATFORM, record.key_id, data),
      release: () => undefined,
    };
  }

  async #record(
    purpose: ServicePurpose,
    issuer: CertificateRecord | null,
    now: Date,
  ): Promise<CertificateRecord> {
    const name = `${purpose} ${issuer?.generation ?? ''}`;
    const known = this.#known.get(name);
    const age = known === undefined ? Number.POSITIVE_INFINITY : now.getTime() - known.readAt.getTime();
    if (known !== undefined && age >= 0 && age < CACHED_MS) return known.record;
    const record = this.#settle(purpose, issuer, now);
    this.#known.set(name, { record, readAt: now });
    record.catch(() => this.#known.delete(name));
    return record;
  }

  async #settle(
    purpose: ServicePurpose,
    issuer: CertificateRecord | null,
    now: Date,
  ): Promise<CertificateRecord> {
    const algorithm = issuer?.algorithm ?? this.#authority.algorithm;
    const horizon = earlier(serviceRenewalHorizon(now, purpose), issuer?.not_after);
    for (let attempt = 0; attempt < 3; attempt++) {
      const newest =
        issuer === null
          ? await newestWithAlgorithm(this.#db, PLATFORM, purpose, algorithm)
          : await newestBelow(this.#db, purpose, issuer.generation);
      if (newest !== undefined && holds(newest, algorithm, now, horizon)) return newest;
      await this.#makeGeneration(purpose, algorithm, issuer, now);
    }
    throw new CustodyError('AUTHORITY_CONTENTION', `no certificate of the service's ${NAMES[purpose]}`);
  }

  async #makeGeneration(
    purpose: ServicePurpose,
    algorithm: KeyAlgorithm,
    issuer: CertificateRecord | null,
    now: Date,
  ): Promise<void> {
    const { name } = this.#authority;
    const whole = validityFrom(now, purpose);
    const validity = { ...whole, notAfter: earlier(whole.notAfter, issuer?.not_after) };
    const generation = await nextGeneration(this.#db, PLATFORM, purpose);
    const above = issuer ?? (await this.#authority.issuing(now, validity.notAfter));
    const subject = distinguishedName({
      country: 'CN',
      organization: name,
      commonName: `${name} ${NAMES[purpose]} G${generation}`,
    });
    const key = await this.#keyStore.generate(PLATFORM, algorithm, 'service');
    const issued = await this.#authority.issue(PROFILES[purpose], subject, key.publicKey, validity, above);
    const first = await insertCertificate(this.#db, {
      corp_id: PLATFORM,
      purpose,
      generation,
      key_id: key.keyId,
      algorithm,
      subject,
      serial_number: Buffer.from(issued.serialNumber).toString('hex'),
      certificate: issued.certificate,
      issuer_generation: above.generation,
      not_before: validity.notBefore,
      not_after: validity.notAfter,
    });
    if (!first) await this.#keyStore.destroy(PLATFORM, key.keyId);
  }
}

function earlier(one: Date, other: Date | undefined): Date {
  return other !== undefined && other < one ? other : one;
}
