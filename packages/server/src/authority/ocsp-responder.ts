import { DerError } from '@cinnabar/pki/asn1/der.js';
import { publicKeyOf } from '@cinnabar/pki/certificates/certificate.js';
import { parseCertificate, serialNumberText } from '@cinnabar/pki/certificates/parsed-certificate.js';
import {
  type CertificateId,
  isAbout,
  type OcspRequest,
  readOcspRequest,
} from '@cinnabar/pki/revocation/ocsp-request.js';
import {
  assembleOcspResponse,
  type CertificateStatus,
  failedOcspResponse,
  toBeSignedOcspResponse,
} from '@cinnabar/pki/revocation/ocsp-response.js';
import type { Db } from '../database/schema.js';
import type { AuthorityCertificates } from './authority-certificates.js';
import type { CertificateRecord } from './certificate-store.js';
import { findIssued, findRevokedActCertificate } from './revocation-store.js';
import type { ServiceSigners } from './service-signers.js';

/** Validity period of a response; responses are created on request, so none is older than its request. */
const RESPONSE_VALIDITY_MS = 24 * 3_600_000;

/**
 * Responds with the status of certificates issued by the authority (RFC 6960). The authority keeps no list of persons'
 * certificates, each of which is for one act, and so cannot distinguish a certificate that was not revoked from a
 * serial number that was never issued. `good` then means, in the terms of section 2.2, that it was not revoked.
 */
export class OcspResponder {
  readonly #db: Db;
  readonly #authority: AuthorityCertificates;
  readonly #signers: ServiceSigners;

  constructor(options: { db: Db; authority: AuthorityCertificates; signers: ServiceSigners }) {
    this.#db = options.db;
    this.#authority = options.authority;
    this.#signers = options.signers;
  }

  /** @returns an OCSPResponse, DER, whatever the request is */
  async answer(request: Uint8Array, now: Date): Promise<Uint8Array> {
    const asked = read(request);
    if (asked === null) return failedOcspResponse('malformedRequest');
    const issuer = await this.#issuerOf(asked.certificates);
    const signer = issuer === null ? null : await this.#signers.responder(issuer, now);
    // Section 2.3: this responder is not authoritative for these.
    if (issuer === null || signer === null) return failedOcspResponse('unauthorized');
    const thisUpdate = now;
    const nextUpdate = new Date(now.getTime() + RESPONSE_VALIDITY_MS);
    const responses = [];
    for (const id of asked.certificates) {
      const status = await this.#statusOf(id, issuer);
      responses.push({ id: id.bytes, status, thisUpdate, nextUpdate, archiveCutoff: issuer.not_before });
    }
    const { certificate, algorithm } = signer.certificate;
    const toBeSigned = toBeSignedOcspResponse({
      responder: parseCertificate(certificate).subject,
      producedAt: now,
      responses,
      nonce: asked.nonce,
    });
    return assembleOcspResponse(toBeSigned, algorithm, await signer.sign(toBeSigned), certificate);
  }

  /** The issuing certificate of the first one; a response is signed for one issuer. */
  async #issuerOf([first]: readonly CertificateId[]): Promise<CertificateRecord | null> {
    if (first === undefined) return null;
    const issuers = await this.#authority.all('issuing');
    return issuers.find((issuer) => isOf(first, issuer)) ?? null;
  }

  async #statusOf(id: CertificateId, issuer: CertificateRecord): Promise<CertificateStatus> {
    if (!isOf(id, issuer)) return { status: 'unknown' };
    const serialNumber = serialNumberText(id.serialNumber);
    const found = await findIssued(this.#db, serialNumber);
    if (found?.revoked_at)
      return { status: 'revoked', revokedAt: found.revoked_at, reason: found.revocation_reason ?? 0 };
    const ofAct = found === undefined ? await findRevokedActCertificate(this.#db, serialNumber) : null;
    return ofAct === null ? { status: 'good' } : { status: 'revoked', ...ofAct };
  }
}

function isOf(id: CertificateId, issuer: CertificateRecord): boolean {
  return isAbout(id, { subject: issuer.subject, publicKeyInfo: publicKeyOf(issuer.certificate) });
}

function read(request: Uint8Array): OcspRequest | null {
  try {
    return readOcspRequest(request);
  } catch (error) {
    if (error instanceof DerError) return null;
    throw error;
  }
}
