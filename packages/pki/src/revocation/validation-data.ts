/** Collects the data required to verify signatures years later without network access (EN 319 142-1, 5.4.2). */

import { OID } from '../asn1/object-identifiers.js';
import { type CertificatePath, findPath } from '../certificates/certificate-path.js';
import type { ParsedCertificate } from '../certificates/parsed-certificate.js';
import { certificateOf, readSignedData } from '../cms/signed-data.js';
import type { RevocationSource } from './revocation-source.js';

/** Trust anchors, and sources of revocation data. */
export interface ValidationTrust {
  /** Queried in this order. */
  readonly sources: readonly RevocationSource[];
  anchors(): Promise<readonly ParsedCertificate[]>;
}

export interface GatheredValidation {
  readonly certificates: readonly Uint8Array[];
  readonly revocationLists: readonly Uint8Array[];
  readonly ocspResponses: readonly Uint8Array[];
  /** Whether every chain ends in a trust anchor and revocation data was found for every certificate below it. */
  readonly complete: boolean;
}

/**
 * The certification paths of a signature (a CMS or a timestamp token) and of its timestamps.
 * @throws DerError
 */
export function signerPaths(
  contents: Uint8Array,
  anchors: readonly ParsedCertificate[],
): readonly CertificatePath[] {
  const { certificates, signers } = readSignedData(contents);
  const pool = [...certificates, ...anchors];
  // Validity periods are not checked: a chain is stored as it was at its time.
  return signers.flatMap((signer) => {
    const certificate = certificateOf(signer, pool);
    const own =
      certificate === null ? { certificates: [], trusted: false } : findPath(certificate, pool, anchors);
    const tokens = signer.unsignedAttributes.get(OID.signatureTimeStamp) ?? [];
    return [own, ...tokens.flatMap(({ bytes }) => signerPaths(bytes, anchors))];
  });
}

/**
 * Revocation data for all certificates of these paths; each certificate is queried once.
 * @throws DerError
 */
export async function gatherValidation(
  paths: readonly CertificatePath[],
  sources: readonly RevocationSource[],
  now: Date,
): Promise<GatheredValidation> {
  const certificates = new Map<string, Uint8Array>();
  const revocationLists: Uint8Array[] = [];
  const ocspResponses: Uint8Array[] = [];
  let complete = paths.every(({ trusted }) => trusted);
  for (const { certificates: path, trusted } of paths) {
    for (const [index, certificate] of path.entries()) {
      const key = Buffer.from(certificate.bytes).toString('base64');
      if (certificates.has(key)) continue;
      certificates.set(key, certificate.bytes);
      const issuer = path[index + 1];
      // No revocation data is needed for a trust anchor. URLs in certificates of untrusted issuers are not fetched.
      if (issuer === undefined || !trusted) continue;
      let known = false;
      for (const source of sources) {
        const data = await source.of(certificate, issuer, now);
        if (data === null) continue;
        revocationLists.push(...data.revocationLists);
        ocspResponses.push(...data.ocspResponses);
        known = true;
        break;
      }
      complete &&= known;
    }
  }
  return { certificates: [...certificates.values()], revocationLists, ocspResponses, complete };
}
