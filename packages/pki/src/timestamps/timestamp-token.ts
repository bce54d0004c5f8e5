/** Creates timestamp tokens of the built-in authority: SignedData over a TSTInfo (RFC 3161, 2.4.2). Pure. */
import {
  element,
  explicit,
  implicit,
  integer,
  objectIdentifier,
  octetString,
  sequence,
  set,
} from '../asn1/der.js';
import { OID } from '../asn1/object-identifiers.js';
import { SIGNATURE_ALGORITHMS } from '../certificates/certificate.js';
import { digestAlgorithmIdentifier, digestBeside, digestOf } from '../certificates/digest-algorithm.js';
import { parseCertificate } from '../certificates/parsed-certificate.js';
import { signingCertificateId } from '../cms/cms.js';
import type { SignerCertificate } from '../cms/signer-certificate.js';

/** Constant part of all tokens of one certificate. */
export interface TokenSigner {
  readonly certificate: SignerCertificate;
  /** DER of the subject's Name. */
  readonly name: Uint8Array;
  /** IssuerAndSerialNumber. */
  readonly identifier: Uint8Array;
  /** Complete attributes: ESS signing-certificate-v2 (RFC 5816), content type. */
  readonly attributes: readonly Uint8Array[];
}

const TST_INFO = objectIdentifier(OID.tstInfo);
/**
 * 3, because the content is not id-data (RFC 5652, 5.1). The version of a signer identified by issuer and serial number
 * is 1.
 */
const VERSION = integer(3);
const SIGNER_VERSION = integer(1);

export function tokenSigner(certificate: SignerCertificate): TokenSigner {
  const parsed = parseCertificate(certificate.certificate);
  const serialNumber = integer(parsed.serialNumber);
  const digest = digestBeside(certificate.algorithm);
  const id = signingCertificateId(digest, certificate.certificate, parsed.issuer, serialNumber);
  return {
    certificate,
    name: parsed.subject,
    identifier: sequence(parsed.issuer, serialNumber),
    attributes: [
      sequence(objectIdentifier(OID.contentType), set(TST_INFO)),
      sequence(objectIdentifier(OID.signingCertificateV2), set(sequence(sequence(id)))),
    ],
  };
}

/** The signed attributes in their signed form: DER of a SET. */
export function tokenAttributes(signer: TokenSigner, info: Uint8Array): Uint8Array {
  const digest = digestOf(digestBeside(signer.certificate.algorithm), info);
  return set(...signer.attributes, sequence(objectIdentifier(OID.messageDigest), set(octetString(digest))));
}

/**
 * @param attributes result of tokenAttributes, which `signature` covers
 * @param withCertificates whether the token includes the certificate and that of its issuer; verifiers must know the
 * root
 */
export function timestampToken(
  signer: TokenSigner,
  info: Uint8Array,
  attributes: Uint8Array,
  signature: Uint8Array,
  withCertificates: boolean,
): Uint8Array {
  const { certificate, chain, algorithm } = signer.certificate;
  const digest = digestAlgorithmIdentifier(digestBeside(algorithm));
  const signerInfo = sequence(
    SIGNER_VERSION,
    signer.identifier,
    digest,
    implicit(0, attributes),
    SIGNATURE_ALGORITHMS[algorithm],
    octetString(signature),
  );
  const content = sequence(
    VERSION,
    set(digest),
    sequence(TST_INFO, explicit(0, octetString(info))),
    ...(withCertificates ? [element(0xa0, certificate, ...chain.slice(0, -1))] : []),
    set(signerInfo),
  );
  return sequence(objectIdentifier(OID.signedData), explicit(0, content));
}
