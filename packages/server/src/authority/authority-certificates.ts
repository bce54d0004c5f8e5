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
import { PLATFORM } from '../custody/envelope.js';
import type { KeyAlgorithm, KeyStore } from '../custody/key-store.js';
import { TrustError } from '../custody/trust-error.js';
import type { Db } from '../database/schema.js';
import {
  allCertificates,
  type CertificateRecord,
  certificateOfGeneration,
  insertCertificate,
  newestCertificate,
} from './certificate-store.js';
import { type Validity, validityFrom } from './lifetimes.js';

export type AuthorityPurpose = 'root' | 'issuing';

export interface IssuedCertificate {
  /** DER. */
  readonly certificate: Uint8Array;
  readonly serialNumber: Uint8Array;
}

/**
 * The authority's own certificates: a root and, below it, an issuing certificate that signs everything else.
 *
 * An issuer is used only while it outlives what it issues; where it would not, its next generation is made. Processes
 * that make the same generation at once do so without a lock, because generating and signing may mean a slow key
 * service: the first row counts, the others destroy the key that they have just made and take the row that is there.
 */
export class AuthorityCertificates {
  readonly #db: Db;
  readonly #keyStore: KeyStore;
  readonly #name: string;
  readonly #algorithm: KeyAlgorithm;
  readonly #publishedAt: string | null;
  /** The newest of each, and every issuer by generation: rows that never change once written. */
  readonly #newest = new BoundedCache<CertificateRecord>(2);
  readonly #chains = new BoundedCache<readonly Uint8Array[]>(16);

  /** @param options.publishedAt what addresses in certificates begin with; null: they carry none */
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

  /** Of the authority's own keys, and those of its services. */
  get algorithm(): KeyAlgorithm {
    return this.#algorithm;
  }

  /** The authority's certificate of that generation; null where there is none. */
  async find(purpose: AuthorityPurpose, generation: number): Promise<CertificateRecord | null> {
    return (await certificateOfGeneration(this.#db, PLATFORM, purpose, generation)) ?? null;
  }

  /** Every generation, oldest first. */
  async all(purpose: AuthorityPurpose): Promise<readonly CertificateRecord[]> {
    return allCertificates(this.#db, PLATFORM, purpose);
  }

  /** The issuing certificate for something that is valid from `now` until `until`. */
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
        throw new TrustError('AUTHORITY_CONTENTION', `no issuing certificate of generation ${generation}`);
      }
      return [issuing.certificate, root.certificate];
    });
  }

  /** Every root that ever was, DER: what documents of any age are judged by. */
  async roots(): Promise<readonly Uint8Array[]> {
    const records = await allCertificates(this.#db, PLATFORM, 'root');
    return records.map((record) => record.certificate);
  }

  /** @param issuer the certificate above, or the id of its own key for a root, which signs itself */
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

  async #inForce(purpose: AuthorityPurpose, now: Date, until: Date): Promise<CertificateRecord> {
    // A load that callers share was made for one of them; the others look whether it suits them too.
    for (let attempt = 0; attempt < 3; attempt++) {
      const newest = await this.#newest.get(purpose, () => this.#settle(purpose, now, until));
      if (holds(newest, this.#algorithm, now, until)) return newest;
      this.#newest.delete(purpose);
    }
    return this.#settle(purpose, now, until);
  }

  async #settle(purpose: AuthorityPurpose, now: Date, until: Date): Promise<CertificateRecord> {
    // Once to find it, once more after losing to another process; a third time means that they disagree on time.
    for (let attempt = 0; attempt < 3; attempt++) {
      const newest = await newestCertificate(this.#db, PLATFORM, purpose);
      if (newest !== undefined && holds(newest, this.#algorithm, now, until)) return newest;
      await this.#makeGeneration(purpose, (newest?.generation ?? 0) + 1, now);
    }
    throw new TrustError(
      'AUTHORITY_CONTENTION',
      `no ${purpose} certificate that holds until ${until.toISOString()}`,
    );
  }

  async #makeGeneration(purpose: AuthorityPurpose, generation: number, now: Date): Promise<void> {
    const validity = validityFrom(now, purpose);
    const root = purpose === 'issuing' ? await this.#inForce('root', now, validity.notAfter) : null;
    const key = await this.#keyStore.generate(PLATFORM, this.#algorithm);
    const subject = distinguishedName({
      country: 'CN',
      organization: this.#name,
      commonName: `${this.#name} ${purpose === 'root' ? 'Root' : 'Issuing'} CA G${generation}`,
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

/** Where an authority's list and certificate are published, below the address that certificates begin with. */
function revocationListPath(purpose: AuthorityPurpose, generation: number): `/${string}` {
  return `/crl/${purpose}-${generation}.crl`;
}

function authorityCertificatePath(purpose: AuthorityPurpose, generation: number): `/${string}` {
  return `/ca/${purpose}-${generation}.cer`;
}

export const OCSP_PATH = '/ocsp';

/** Whether a certificate is valid now, not revoked, will hold until then, and has a key of the algorithm that is set. */
export function holds(record: CertificateRecord, algorithm: KeyAlgorithm, now: Date, until: Date): boolean {
  if (record.revoked_at !== null) return false;
  return record.algorithm === algorithm && record.not_before <= now && record.not_after >= until;
}

export function signatureAlgorithmOf(algorithm: KeyAlgorithm): SignerCertificate['algorithm'] {
  return algorithm === 'P-256' ? 'ecdsa-p256-sha256' : 'rsa-sha256';
}

/** 126 random bits: positive, always 16 bytes long (RFC 5280 allows 20). */
function newSerialNumber(): Uint8Array {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return bytes;
}
