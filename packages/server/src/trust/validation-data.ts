/** Everything that verifying signatures takes, years later and without asking anybody (EN 319 142-1, 5.4.2). */
import { signedBy } from './certificate-path.js';
import { OID } from './object-identifiers.js';
import type { ParsedCertificate } from './parsed-certificate.js';
import type { RevocationSource } from './revocation-source.js';
import { certificateOf, readSignedData } from './signed-data.js';

/** Who is trusted, and who is asked about the certificates below. */
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

/** The certificate that made a CMS, with the chain above it. */
export interface SignerChain {
  /** The signer's first. */
  readonly chain: readonly ParsedCertificate[];
  /** Whether the last is trusted. */
  readonly trusted: boolean;
}

const LONGEST_CHAIN = 8;

/**
 * The chains of a signature (a CMS or a timestamp token), and of the timestamps that it carries.
 * @throws DerError
 */
export function signerChains(
  contents: Uint8Array,
  anchors: readonly ParsedCertificate[],
): readonly SignerChain[] {
  const { certificates, signers } = readSignedData(contents);
  const pool = [...certificates, ...anchors];
  return signers.flatMap((signer) => {
    const certificate = certificateOf(signer, pool);
    const own = certificate === null ? { chain: [], trusted: false } : chainOf(certificate, pool, anchors);
    const tokens = signer.unsignedAttributes.get(OID.signatureTimeStamp) ?? [];
    return [own, ...tokens.flatMap(({ bytes }) => signerChains(bytes, anchors))];
  });
}

/** Who issued whom, by name and signature. Times are not judged: a chain is kept for what it was at its time. */
function chainOf(
  certificate: ParsedCertificate,
  pool: readonly ParsedCertificate[],
  anchors: readonly ParsedCertificate[],
): SignerChain {
  const chain = [certificate];
  for (;;) {
    const last = chain.at(-1) ?? certificate;
    if (anchors.some((anchor) => same(anchor.bytes, last.bytes))) return { chain, trusted: true };
    const issuer = pool.find((each) => same(each.subject, last.issuer) && signedBy(last, each));
    const circular = issuer === undefined || chain.some((each) => same(each.bytes, issuer.bytes));
    if (circular || chain.length === LONGEST_CHAIN) return { chain, trusted: false };
    chain.push(issuer);
  }
}

/**
 * What the sources say of all certificates of these chains; each certificate is asked about once.
 * @throws DerError
 */
export async function gatherValidation(
  chains: readonly SignerChain[],
  sources: readonly RevocationSource[],
  now: Date,
): Promise<GatheredValidation> {
  const certificates = new Map<string, Uint8Array>();
  const revocationLists: Uint8Array[] = [];
  const ocspResponses: Uint8Array[] = [];
  let complete = chains.every(({ trusted }) => trusted);
  for (const { chain, trusted } of chains) {
    for (const [index, certificate] of chain.entries()) {
      const key = Buffer.from(certificate.bytes).toString('base64');
      if (certificates.has(key)) continue;
      certificates.set(key, certificate.bytes);
      const issuer = chain[index + 1];
      // An anchor is trusted without a reason; nothing is published about it. Nor is any address asked that stands in a
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

function same(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}
