import type { KeyObject } from 'node:crypto';
import { DerError } from '@cinnabar/pki/asn1/der.js';
import { digestNamed, isWeakDigest } from '@cinnabar/pki/certificates/digest-algorithm.js';
import type { ParsedCertificate } from '@cinnabar/pki/certificates/parsed-certificate.js';
import { hasSmallExponent, provesNothing } from '@cinnabar/pki/certificates/signature-algorithm.js';
import {
  attributesAreInOrder,
  checkSignerValue,
  namedCertificate,
  namesContentType,
  namesDigest,
} from '@cinnabar/pki/cms/check-signer.js';
import { certificateOf, type SignedData, type SignerInfo } from '@cinnabar/pki/cms/signed-data.js';
import { type Problem, problem } from './reasons.js';

export interface SignedDataCheck {
  readonly problems: readonly Problem[];
  readonly signer: SignerInfo | null;
  readonly certificate: ParsedCertificate | null;
  /** Whether a signing-certificate attribute identifies the certificate (RFC 5035). */
  readonly namesCertificate: boolean;
}

/**
 * Checks that a CMS signs this content: exactly one signer, the digest of the content, the signature value, and the
 * certificate that the signed attributes identify (RFC 5652, 5.4 to 5.6; RFC 5035). Trust in that certificate is
 * checked elsewhere.
 * @param content consecutive parts of the content
 * @param contentType required value of the content-type attribute
 * @param elsewhere certificates found elsewhere in the file
 */
export function checkSignedData(
  signedData: SignedData,
  content: readonly Uint8Array[],
  contentType: string,
  elsewhere: readonly ParsedCertificate[],
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
  elsewhere: readonly ParsedCertificate[],
): SignedDataCheck {
  const problems: Problem[] = [];
  const certificate = certificateOf(signer, [...signedData.certificates, ...elsewhere]);
  const digest = digestNamed(signer.digestAlgorithm);
  if (digest === null) {
    problems.push(problem('ALGORITHM_UNSUPPORTED', signer.digestAlgorithm));
  } else {
    if (isWeakDigest(digest)) problems.push(problem('ALGORITHM_WEAK', digest));
    const isNamed = signer.signedAttributes === null || namesContentType(signer, contentType);
    if (!isNamed || signedData.contentType !== contentType) problems.push(problem('CMS_CONTENT'));
    if (signer.signedAttributes !== null && !namesDigest(signer, content))
      problems.push(problem('DIGEST_MISMATCH'));
  }
  problems.push(...signer.repeatedAttributes.map((type) => problem('SIGNED_ATTRIBUTE_REPEATED', type)));
  if (!attributesAreInOrder(signer)) problems.push(problem('SIGNED_ATTRIBUTES_ORDER'));
  if (certificate === null) {
    problems.push(problem('CERTIFICATE_MISSING'));
    return { problems, signer, certificate, namesCertificate: false };
  }
  problems.push(...valueProblems(signer, certificate, content));
  const { named } = namedCertificate(signer, certificate);
  if (named === 'ANOTHER') problems.push(problem('SIGNING_CERTIFICATE_MISMATCH'));
  return { problems, signer, certificate, namesCertificate: named === 'THIS' };
}

function valueProblems(
  signer: SignerInfo,
  certificate: ParsedCertificate,
  content: readonly Uint8Array[],
): readonly Problem[] {
  const { algorithm } = signer.signatureAlgorithm;
  const { publicKey } = certificate;
  if (publicKey !== null && provesNothing(publicKey))
    return [problem('KEY_PROVES_NOTHING', exponentOf(publicKey))];
  switch (checkSignerValue(signer, certificate, content)) {
    case 'RIGHT':
      return publicKey !== null && hasSmallExponent(publicKey)
        ? [problem('KEY_EXPONENT_SMALL', exponentOf(publicKey))]
        : [];
    case 'WEAK':
      return [problem('ALGORITHM_WEAK', algorithm)];
    case 'UNSUPPORTED':
      return [problem('ALGORITHM_UNSUPPORTED', algorithm)];
    case 'WRONG':
      // Without signed attributes, a changed document cannot be distinguished from a wrong signature value.
      return [problem(signer.signedAttributes === null ? 'DIGEST_MISMATCH' : 'SIGNATURE_VALUE_WRONG')];
  }
}

function exponentOf(key: KeyObject): string {
  return `e = ${key.asymmetricKeyDetails?.publicExponent ?? ''}`;
}
