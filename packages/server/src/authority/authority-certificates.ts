import { randomBytes } from 'node:crypto';
import {
  assembleCertificate,
  type CertificatePointers,
  type CertificateProfile,
  publicKeyOf,
  toBeSignedCertificate,
} from '@cinnabar/pki/certificates/certificate.js';
import { distinguishedName } from '@cinnabar/pki/certificates/distinguished-name.js';
import type { SignerCertificate } from '@cinnabar/pki/cms/signer-certificate.js';
import { BoundedCache } from '../custody/bounded-cache.js';
import { CustodyError } from '../custody/custody-error.js';
import { PLATFORM } from '../custody/envelope.js';
import type { KeyAlgorithm, KeyStore } from '../custody/key-store.js';
import type { Db } from '../database/schema.js';
import {
  allCertificates,
  type CertificateRecord,
  certificateOfGeneration,
  insertCertificate,
  newestWithAlgorithm,
  nextGeneration,
} from './certificate-store.js';
import { type Validity, validityFrom } from './lifetimes.js';

export type AuthorityPurpose = 'root' | 'issuing';

/** After which the newest generation is read again, because another process may have made the next one. */
const CACHED_MS = 10_000;

export interface IssuedCertificate {
  /** DER. */
  readonly certificate: Uint8Array;
  readonly serialNumber: Uint8Array;
}

/**
 * The authority's own certificates of one algorithm: a root and, below it, an issuing certificate that signs everything
 * else. Authorities of several algorithms share the numbering of generations, and what is asked by generation (find, all,
 * chain, roots) is that of all of them.
 *
 * An issuer is used only while it outlives what it issues; otherwise its next generation is created. Concurrent
 * processes create the same generation without a lock, because generating and signing may involve a slow key service:
 * the first row counts, and the others destroy the key that they have just created and use the existing row.
 */
export class AuthorityCertificates {
  readonly #db: Db;
  readonly #keyStore: KeyStore;
  readonly #name: string;
  readonly #algorithm: KeyAlgorithm;
  readonly #publishedAt: string | null;
  /** The newest of each, and every issuer by generation; rows are immutable. */
  readonly #newest = new BoundedCache<CertificateRecord>(2);
  /** By purpose, when it was read: milliseconds of the machine. */
  readonly #readAt = new Map<AuthorityPurpose, number>();
  readonly #chains = new BoundedCache<readonly Uint8Array[]>(16);

  /** @param options.publishedAt base address of the URLs in certificates; null: certificates contain none */
  constructor(options: {
    db: Db;
    keyStore: KeyStore;
    name: string;
    algorithm: KeyAlgorithm;
    publishedAt: string | null;
  }) {
    this.#db = options.db;
    this.#keyStore = options.keyStore;
    this.#name = options.name;
    this.#algorithm = options.algorithm;
    this.#publishedAt = options.publishedAt;
  }

  get name(): string {
    return this.#name;
  }

  /** Algorithm of the authority's own keys, and those of its services. */
  get algorithm(): KeyAlgorithm {
    return this.#algorithm;
  }

  /** The authority's certificate of that generation; null if there is none. */
  async find(purpose: AuthorityPurpose, generation: number): Promise<CertificateRecord | null> {
    return (await certificateOfGeneration(this.#db, PLATFORM, purpose, generation)) ?? null;
  }

  /** Every generation, oldest first. */
  async all(purpose: AuthorityPurpose): Promise<readonly CertificateRecord[]> {
    return allCertificates(this.#db, PLATFORM, purpose);
  }

  /** The issuing certificate for a certificate valid from `now` until `until`. */
  async issuing(now: Date, until: Date): Promise<CertificateRecord> {
    return this.#inForce('issuing', now, until);
  }

  /** Issuing certificate of that generation and its root, DER. */
  async chain(generation: number): Promise<readonly Uint8Array[]> {
    return this.#chains.get(`${generation}`, async () => {
      const issuing = await certificateOfGeneration(this.#db, PLATFORM, 'issuing', generation);
      const above = issuing?.issuer_generation ?? 0;
      const root = await certificateOfGeneration(this.#db, PLATFORM, 'root', above);
      if (issuing === undefined || root === undefined) {
        throw new CustodyError('AUTHORITY_CONTENTION', `no issuing certificate of generation ${generation}`);
      }
      return [issuing.certificate, root.certificate];
    });
  }

  /** All roots of the authority so far, DER: the trust anchors for documents of any age. */
  async roots(): Promise<readonly Uint8Array[]> {
    const records = await allCertificates(this.#db, PLATFORM, 'root');
    return records.map((record) => record.certificate);
  }

  /** @param issuer the certificate above, or the id of its own key for a self-signed root */
  async issue(
    profile: CertificateProfile,
    subject: Uint8Array,
    publicKey: Uint8Array,
    validity: Validity,
    issuer: CertificateRecord | { readonly own: string },
  ): Promise<IssuedCertificate> {
    const selfSigned = 'own' in issuer;
    const algorithm = signatureAlgorithmOf(selfSigned ? this.#algorithm : issuer.algorithm);
    const serialNumber = newSerialNumber();
    const toBeSigned = toBeSignedCertificate({
      profile,
      serialNumber,
      issuer: selfSigned ? subject : issuer.subject,
      issuerPublicKey: selfSigned ? publicKey : publicKeyOf(issuer.certificate),
      subject,
      publicKey,
      notBefore: validity.notBefore,
      notAfter: validity.notAfter,
      signatureAlgorithm: algorithm,
      ...(selfSigned ? {} : this.#pointersOf(issuer)),
    });
    const keyId = selfSigned ? issuer.own : issuer.key_id;
    const signature = await this.#keyStore.sign(PLATFORM, keyId, toBeSigned);
    return { certificate: assembleCertificate(toBeSigned, algorithm, signature), serialNumber };
  }

  #pointersOf({ purpose, generation }: CertificateRecord): { readonly pointers?: CertificatePointers } {
    if (this.#publishedAt === null || (purpose !== 'root' && purpose !== 'issuing')) return {};
    const at = this.#publishedAt;
    return {
      pointers: {
        crl: `${at}${revocationListPath(purpose, generation)}`,
        issuer: `${at}${authorityCertificatePath(purpose, generation)}`,
        ocsp: purpose === 'issuing' ? `${at}${OCSP_PATH}` : null,
      },
    };
  }

  /** Makes the generation after that one, unless there is one already. */
  async succeed(purpose: AuthorityPurpose, generation: number, now: Date): Promise<void> {
    const next = await nextGeneration(this.#db, PLATFORM, purpose);
    const newest = await newestWithAlgorithm(this.#db, PLATFORM, purpose, this.#algorithm);
    if (newest?.generation === generation) {
      // The root may have moved a moment ago.
      this.#newest.delete('root');
      await this.#makeGeneration(purpose, next, now);
    }
    this.#newest.delete(purpose);
  }

  async #inForce(purpose: AuthorityPurpose, now: Date, until: Date): Promise<CertificateRecord> {
    if (performance.now() - (this.#readAt.get(purpose) ?? 0) >= CACHED_MS) {
      this.#newest.delete(purpose);
      this.#readAt.set(purpose, performance.now());
    }
    // A shared load was started for one caller; the others check whether its result suits them too.
    for (let attempt = 0; attempt < 3; attempt++) {
      const newest = await this.#newest.get(purpose, () => this.#settle(purpose, now, until));
      if (holds(newest, this.#algorithm, now, until)) return newest;
      this.#newest.delete(purpose);
    }
    return this.#settle(purpose, now, until);
  }

  async #settle(purpose: AuthorityPurpose, now: Date, until: Date): Promise<CertificateRecord> {
    // The first attempt finds or creates it, the second one follows a concurrent creation; a third is needed only if
    // clocks disagree.
    for (let attempt = 0; attempt < 3; attempt++) {
      const next = await nextGeneration(this.#db, PLATFORM, purpose);
      const newest = await newestWithAlgorithm(this.#db, PLATFORM, purpose, this.#algorithm);
      if (newest !== undefined && holds(newest, this.#algorithm, now, until)) return newest;
      await this.#makeGeneration(purpose, next, now);
    }
    throw new CustodyError(
      'AUTHORITY_CONTENTION',
      `no ${purpose} certificate that is valid until ${until.toISOString()}`,
    );
  }

  async #makeGeneration(purpose: AuthorityPurpose, generation: number, now: Date): Promise<void> {
    const validity = validityFrom(now, purpose);
    const root = purpose === 'issuing' ? await this.#inForce('root', now, validity.notAfter) : null;
    const key = await this.#keyStore.generate(PLATFORM, this.#algorithm, 'authority');
    const subject = distinguishedName({
      country: 'CN',
      organization: this.#name,
      commonName: `${this.#name} ${kindOf(this.#algorithm, purpose)} CA G${generation}`,
    });
    const issued = await this.issue(purpose, subject, key.publicKey, validity, root ?? { own: key.keyId });
    const first = await insertCertificate(this.#db, {
      corp_id: PLATFORM,
      purpose,
      generation,
      key_id: key.keyId,
      algorithm: this.#algorithm,
      subject,
      serial_number: Buffer.from(issued.serialNumber).toString('hex'),
      certificate: issued.certificate,
      issuer_generation: root?.generation ?? null,
      not_before: validity.notBefore,
      not_after: validity.notAfter,
    });
    if (!first) await this.#keyStore.destroy(PLATFORM, key.keyId);
  }
}

function kindOf(algorithm: KeyAlgorithm, purpose: AuthorityPurpose): string {
  const kind = purpose === 'root' ? 'Root' : 'Issuing';
  return algorithm === 'SM2' ? `SM2 ${kind}` : kind;
}

/** Paths at which an authority's list and certificate are published, below the base address in certificates. */
function revocationListPath(purpose: AuthorityPurpose, generation: number): `/${string}` {
  return `/crl/${purpose}-${generation}.crl`;
}

function authorityCertificatePath(purpose: AuthorityPurpose, generation: number): `/${string}` {
  return `/ca/${purpose}-${generation}.cer`;
}

export const OCSP_PATH = '/ocsp';

/**
 * Whether a certificate is valid now, not revoked, still valid at that time, and has a key of the configured algorithm.
 */
export function holds(record: CertificateRecord, algorithm: KeyAlgorithm, now: Date, until: Date): boolean {
  if (record.revoked_at !== null) return false;
  return record.algorithm === algorithm && record.not_before <= now && record.not_after >= until;
}

export function signatureAlgorithmOf(algorithm: KeyAlgorithm): SignerCertificate['algorithm'] {
  if (algorithm === 'SM2') return 'sm2-sm3';
  return algorithm === 'P-256' ? 'ecdsa-p256-sha256' : 'rsa-sha256';
}

/** 126 random bits: positive, always 16 bytes long (RFC 5280 allows 20). */
function newSerialNumber(): Uint8Array {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return bytes;
}
