/** Collects the data required to verify signatures years later without network access (EN 319 142-1, 5.4.2). */

import { OID } from '../asn1/object-identifiers.js';
import { type CertificatePath, findPath } from '../certificates/certificate-path.js';
import { type ParsedCertificate, parseCertificate } from '../certificates/parsed-certificate.js';
import { certificateOf, only, readSignedData } from '../cms/signed-data.js';
import {
  readSealSignature,
  type SealSignature,
  sealSignatureIn,
} from '../electronic-seals/seal-signature-reader.js';
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
 * The certification paths of a signature (a CMS, a timestamp token, or a signature with an electronic seal), of its
 * timestamps, and of the maker of its seal. The first is that of the signer.
 * @param beside certificates that are known besides those in the signature
 * @throws DerError
 */
export function signerPaths(
  contents: Uint8Array,
  anchors: readonly ParsedCertificate[],
  beside: readonly Uint8Array[] = [],
): readonly CertificatePath[] {
  const sealed = sealSignatureIn(contents);
  if (sealed !== null) return sealPaths(readSealSignature(sealed), anchors, beside);
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

function sealPaths(
  { certificate, seal, timestamp }: SealSignature,
  anchors: readonly ParsedCertificate[],
  beside: readonly Uint8Array[],
): readonly CertificatePath[] {
  const pool = [...beside.map(parseCertificate), ...anchors];
  const ofTimestamp = timestamp === null ? [] : signerPaths(timestamp, anchors);
  return [
    ...[certificate, seal.makerCertificate].map((each) => findPath(parseCertificate(each), pool, anchors)),
    ...ofTimestamp,
  ];
}

/**
 * The timestamp token of a signature: of a CMS with one signer, or of a signature with an electronic seal. Null without
 * one, or with several.
 * @throws DerError
 */
export function timestampTokenOf(contents: Uint8Array): Uint8Array | null {
  const sealed = sealSignatureIn(contents);
  if (sealed !== null) return readSealSignature(sealed).timestamp;
  const [signer, second] = readSignedData(contents).signers;
  const tokens = second === undefined ? signer?.unsignedAttributes.get(OID.signatureTimeStamp) : undefined;
  return only(tokens)?.bytes ?? null;
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
