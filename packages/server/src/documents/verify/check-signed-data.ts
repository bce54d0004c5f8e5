import { DerError, TAG } from '../../trust/der.js';
import { children, expectTag, readObjectIdentifier } from '../../trust/der-reader.js';
import { type Certificate, sameBytes } from './certificate-reader.js';
import { type Problem, problem } from './reasons.js';
import { checkValue, digestNamed, digestOf, isWeakDigest, readAlgorithm } from './signature-algorithms.js';
import { ATTRIBUTE, type SignedData, type SignerInfo } from './signed-data.js';

export interface SignedDataCheck {
  readonly problems: readonly Problem[];
  readonly signer: SignerInfo | null;
  readonly certificate: Certificate | null;
  /** Whether a signing-certificate attribute names the certificate (RFC 5035). */
  readonly namesCertificate: boolean;
}

/**
 * Whether a CMS signs this content: one signer, the digest of the content, the signature value, and the certificate
 * that the signed attributes name (RFC 5652, 5.4 to 5.6; RFC 5035). Trust in that certificate is another question.
 * @param content its parts, one after the other
 * @param contentType what the content-type attribute must say
 * @param elsewhere certificates that the file encloses in other places
 */
export function checkSignedData(
  signedData: SignedData,
  content: readonly Uint8Array[],
  contentType: string,
  elsewhere: readonly Certificate[],
): SignedDataCheck {
  const [signer, second] = signedData.signers;
  if (signer === undefined || second !== undefined)
    return { problems: [problem('CMS_SIGNERS')], signer: null, certificate: null, namesCertificate: false };
  try {
    return checkSigner(signer, signedData, content, contentType, elsewhere);
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    const problems = [problem('CMS_UNREADABLE', error.reason)];
    return { problems, signer, certificate: null, namesCertificate: false };
  }
}

function checkSigner(
  signer: SignerInfo,
  signedData: SignedData,
  content: readonly Uint8Array[],
  contentType: string,
  elsewhere: readonly Certificate[],
): SignedDataCheck {
  const problems: Problem[] = [];
  const certificate = [...signedData.certificates, ...elsewhere].find(signer.isSigner) ?? null;
  const digest = digestNamed(signer.digestAlgorithm);
  if (digest === null) {
    problems.push(problem('ALGORITHM_UNSUPPORTED', signer.digestAlgorithm));
  } else {
    if (isWeakDigest(digest)) problems.push(problem('ALGORITHM_WEAK', digest));
    if (signer.signedAttributes !== null) {
      const types = signer.attributes.get(ATTRIBUTE.contentType) ?? [];
      if (types.length !== 1 || readObjectIdentifier(types[0]) !== contentType)
        problems.push(problem('CMS_CONTENT'));
      const digests = signer.attributes.get(ATTRIBUTE.messageDigest) ?? [];
      const [stated] = digests;
      const right =
        digests.length === 1 &&
        sameBytes(expectTag(stated, TAG.octetString).content, digestOf(digest, ...content));
      if (!right) problems.push(problem('DIGEST_MISMATCH'));
    } else if (signedData.contentType !== contentType) problems.push(problem('CMS_CONTENT'));
  }
  if (certificate === null) {
    problems.push(problem('CERTIFICATE_MISSING'));
    return { problems, signer, certificate, namesCertificate: false };
  }
  problems.push(...valueProblems(signer, certificate, digest, content));
  const named = namedCertificate(signer, certificate);
  if (named === 'ANOTHER') problems.push(problem('SIGNING_CERTIFICATE_MISMATCH'));
  return { problems, signer, certificate, namesCertificate: named === 'THIS' };
}

function valueProblems(
  signer: SignerInfo,
  certificate: Certificate,
  digest: string | null,
  content: readonly Uint8Array[],
): readonly Problem[] {
  const { publicKey } = certificate;
  const algorithm = signer.signatureAlgorithm.algorithm;
  if (publicKey === null) return [problem('ALGORITHM_UNSUPPORTED', algorithm)];
  const data = signer.signedAttributes ?? Buffer.concat(content);
  const verdict = checkValue(signer.signatureAlgorithm, digest, publicKey, data, signer.signature);
  if (verdict === 'UNSUPPORTED') return [problem('ALGORITHM_UNSUPPORTED', algorithm)];
  // Without signed attributes a changed document shows in the value alone.
  if (verdict === 'WRONG')
    return [problem(signer.signedAttributes === null ? 'DIGEST_MISMATCH' : 'SIGNATURE_VALUE_WRONG')];
  return verdict === 'WEAK' ? [problem('ALGORITHM_WEAK', algorithm)] : [];
}

/** The first ESSCertID or ESSCertIDv2 is the signer's (RFC 5035 section 3). @throws DerError */
function namedCertificate(signer: SignerInfo, certificate: Certificate): 'THIS' | 'ANOTHER' | 'NONE' {
  let named: 'THIS' | 'NONE' = 'NONE';
  for (const type of [ATTRIBUTE.signingCertificate, ATTRIBUTE.signingCertificateV2]) {
    const values = signer.attributes.get(type);
    if (values === undefined) continue;
    const [identifiers] = children(expectTag(values[0], TAG.sequence));
    const [first] = children(expectTag(identifiers, TAG.sequence));
    const parts = children(expectTag(first, TAG.sequence));
    const stated = parts[0]?.tag === TAG.sequence ? readAlgorithm(parts[0]).algorithm : null;
    const byDefault = type === ATTRIBUTE.signingCertificate ? 'sha1' : 'sha256';
    const digest = stated === null ? byDefault : digestNamed(stated);
    const hash = expectTag(stated === null ? parts[0] : parts[1], TAG.octetString).content;
    if (values.length !== 1 || digest === null || !sameBytes(digestOf(digest, certificate.bytes), hash))
      return 'ANOTHER';
    named = 'THIS';
  }
  return named;
}
