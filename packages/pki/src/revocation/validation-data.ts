/** Everything that verifying signatures takes, years later and without asking anybody (EN 319 142-1, 5.4.2). */

import { OID } from '../asn1/object-identifiers.js';
import { type CertificatePath, findPath } from '../certificates/certificate-path.js';
import type { ParsedCertificate } from '../certificates/parsed-certificate.js';
import { certificateOf, readSignedData } from '../cms/signed-data.js';
import type { RevocationSource } from './revocation-source.js';

/** Trust anchors, and sources of revocation data. */
export interface ValidationTrust {
  /** Asked in this order. */
  readonly sources: readonly RevocationSource[];
  anchors(): Promise<readonly ParsedCertificate[]>;
}

export interface GatheredValidation {
  readonly certificates: readonly Uint8Array[];
  readonly revocationLists: readonly Uint8Array[];
  readonly ocspResponses: readonly Uint8Array[];
  /** Whether every chain ends in a trusted certificate and something was published about everything below it. */
  readonly complete: boolean;
}

/**
 * The paths of a signature (a CMS or a timestamp token), and of the timestamps that it carries.
 * @throws DerError
 */
export function signerPaths(
  contents: Uint8Array,
  anchors: readonly ParsedCertificate[],
): readonly CertificatePath[] {
  const { certificates, signers } = readSignedData(contents);
  const pool = [...certificates, ...anchors];
  // Times are not judged: a chain is kept for what it was at its time.
  return signers.flatMap((signer) => {
    const certificate = certificateOf(signer, pool);
    const own =
      certificate === null ? { certificates: [], trusted: false } : findPath(certificate, pool, anchors);
    const tokens = signer.unsignedAttributes.get(OID.signatureTimeStamp) ?? [];
    return [own, ...tokens.flatMap(({ bytes }) => signerPaths(bytes, anchors))];
  });
}

/**
 * What the sources say of all certificates of these paths; each certificate is asked about once.
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
      // An anchor is trusted without a reason; nothing is published about it. Nor is any address asked that is in a
      // certificate of nobody knows whom.
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
