/** Whether certificates of another authority may be used by the holder of a key. Pure. */

import { OID } from '@cinnabar/pki/asn1/object-identifiers.js';
import { sameBytes } from '@cinnabar/pki/asn1/same-bytes.js';
import {
  certificatePath,
  findPath,
  type PathFault,
  pathFaults,
} from '@cinnabar/pki/certificates/certificate-path.js';
import { nameAttributes, readCommonName } from '@cinnabar/pki/certificates/distinguished-name.js';
import {
  allowsUsage,
  extendedKeyPurposes,
  orNull,
  type ParsedCertificate,
  pathLengthOf,
} from '@cinnabar/pki/certificates/parsed-certificate.js';
import { ExternalCertificateError, type ExternalProblem, type ProblemWords } from './external-problem.js';

export interface ChainExpectation {
  /** SubjectPublicKeyInfo of the requested key, DER. */
  readonly publicKey: Uint8Array;
  /** Roots that the operator trusts. */
  readonly anchors: readonly ParsedCertificate[];
  readonly now: Date;
}

export interface CheckedChain {
  readonly certificate: ParsedCertificate;
  /** Above it, the trusted root last. */
  readonly chain: readonly ParsedCertificate[];
}

const DIGITAL_SIGNATURE = 0;
const NON_REPUDIATION = 1;

/** Extended purposes with which programs accept signatures of documents. */
const SIGNING_PURPOSES: readonly string[] = [
  OID.documentSigning,
  OID.emailProtection,
  OID.anyExtendedKeyUsage,
  // Adobe: authentic documents; Microsoft: document signing.
  '1.2.840.113583.1.1.5',
  '1.3.6.1.4.1.311.10.3.12',
];

/**
 * Finds the certificate with the requested key, and its path to a trusted root.
 * @throws ExternalCertificateError
 */
export function checkChain(
  given: readonly ParsedCertificate[],
  { publicKey, anchors, now }: ChainExpectation,
): CheckedChain {
  const certificate = given.find((each) => isFor(each, publicKey));
  if (certificate === undefined) {
    const names = given.map(nameOf);
    throw problem(
      'OTHER_KEY',
      `没有一张证书属于所申请的密钥（文件中的证书：${names.join('、')}）；请导入针对待处理申请签发的证书`,
      `no certificate is for the requested key (found: ${names.join(', ')}): import what was issued for the pending request`,
    );
  }
  checkSigner(certificate, now);
  const intermediates = given.filter((each) => each !== certificate);
  for (const purpose of [OID.documentSigning, OID.emailProtection]) {
    const path = certificatePath(certificate, { anchors, intermediates, at: now, purpose });
    if (path !== null && path.length > 1) return { certificate, chain: path.slice(1) };
  }
  throw faultOf(certificate, intermediates, anchors, now);
}

function checkSigner(certificate: ParsedCertificate, now: Date): void {
  const name = nameOf(certificate);
  if (orNull(() => pathLengthOf(certificate)) !== null) {
    throw problem(
      'IS_AUTHORITY',
      `“${name}”是颁发机构的证书，不能用于签名；请申请签名证书`,
      `“${name}” is the certificate of an authority, which signs no documents: ask for one of a signer`,
    );
  }
  const purposes = orNull(() => extendedKeyPurposes(certificate) ?? SIGNING_PURPOSES) ?? [];
  const isForSigning =
    orNull(() => allowsUsage(certificate, DIGITAL_SIGNATURE) || allowsUsage(certificate, NON_REPUDIATION)) ===
      true && purposes.some((each) => SIGNING_PURPOSES.includes(each));
  if (!isForSigning) {
    throw problem(
      'USAGE',
      `“${name}”的用途不含数字签名或不可否认；请申请文件签名用途的证书`,
      `“${name}” may not be used for signatures (digitalSignature or nonRepudiation, and no other purposes only): ask for one for signing documents`,
    );
  }
  if (now > certificate.notAfter) throw expired(certificate);
  if (now < certificate.notBefore) throw notYetValid(certificate);
}

/** The first reason why no path could be used. */
function faultOf(
  certificate: ParsedCertificate,
  intermediates: readonly ParsedCertificate[],
  anchors: readonly ParsedCertificate[],
  now: Date,
): ExternalCertificateError {
  const path = findPath(certificate, intermediates, anchors);
  const last = path.certificates.at(-1) ?? certificate;
  if (!path.trusted && Buffer.compare(last.subject, last.issuer) === 0) {
    return problem(
      'NO_PATH',
      `证书链止于根证书“${nameOf(last)}”，但它未被信任`,
      `the chain ends at the root “${nameOf(last)}”, which is not trusted`,
    );
  }
  if (!path.trusted || path.certificates.length < 2) {
    return problem(
      'NO_PATH',
      `证书链在“${nameOf(last)}”中断：其签发者“${readCommonName(last.issuer)}”不在文件中，也不是受信任的根证书；如文件不全，请补全中间证书`,
      `the chain ends at “${nameOf(last)}”: its issuer “${readCommonName(last.issuer)}” is neither in the file nor a trusted root; if the file lacks intermediate certificates, add them`,
    );
  }
  const [fault] = pathFaults(path, now);
  if (fault !== undefined) return wordsOf(fault);
  if (now > last.notAfter) return expired(last);
  return constraint(last);
}

function wordsOf({ fault, certificate }: PathFault): ExternalCertificateError {
  switch (fault) {
    case 'EXPIRED':
      return expired(certificate);
    case 'NOT_YET_VALID':
      return notYetValid(certificate);
    case 'CONSTRAINT':
      return constraint(certificate);
    case 'FORGEABLE':
      return problem(
        'WEAK',
        `“${nameOf(certificate)}”以不安全的算法或过短的密钥签发；请更换颁发机构的证书链`,
        `“${nameOf(certificate)}” was issued with a weak algorithm or a short key: ask for a chain without it`,
      );
  }
}

function expired(certificate: ParsedCertificate): ExternalCertificateError {
  const end = minuteOf(certificate.notAfter);
  return problem(
    'EXPIRED',
    `“${nameOf(certificate)}”已于 ${end} 到期；请使用有效的证书链`,
    `“${nameOf(certificate)}” ended ${end}: use a chain that is valid`,
  );
}

function notYetValid(certificate: ParsedCertificate): ExternalCertificateError {
  const begin = minuteOf(certificate.notBefore);
  return problem(
    'NOT_YET_VALID',
    `“${nameOf(certificate)}”自 ${begin} 起才有效；请核对时间，或到期后再导入`,
    `“${nameOf(certificate)}” is valid from ${begin}: check the clock, or import it then`,
  );
}

/** 2026-12-19 07:42 UTC */
function minuteOf(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

function constraint(certificate: ParsedCertificate): ExternalCertificateError {
  return problem(
    'CONSTRAINT',
    `“${nameOf(certificate)}”的限制不允许其在链中这样使用；请向颁发机构核对证书链`,
    `“${nameOf(certificate)}” forbids its use in this chain: ask the authority for the right one`,
  );
}

export interface NamedEnterprise {
  readonly corpName: string;
  readonly corpCode: string | null;
}

/** Unified social credit code (GB 32100). */
const CODE = /[0-9A-HJ-NPQRTUWXY]{18}/;

/**
 * What a certificate says about its holder that differs from the enterprise; null if it names it.
 */
export function otherName(certificate: ParsedCertificate, corp: NamedEnterprise): string | null {
  const attributes = nameAttributes(certificate.subject);
  const named = attributes.filter(({ type }) => type === OID.organizationName || type === OID.commonName);
  if (!named.some(({ value }) => plain(value) === plain(corp.corpName)))
    return named.map(({ value }) => value).join(', ') || 'nobody';
  const codes = attributes
    .filter(({ type }) => type === OID.organizationIdentifier || type === OID.serialNumber)
    .flatMap(({ value }) => CODE.exec(value.toUpperCase()) ?? []);
  const other = codes.find((code) => corp.corpCode !== null && code !== corp.corpCode.toUpperCase());
  return other ?? null;
}

/** Whether a certificate is that of a person of this name. */
export function namesPerson({ subject }: ParsedCertificate, name: string): boolean {
  return nameAttributes(subject).some(
    ({ type, value }) => type === OID.commonName && plain(value) === plain(name),
  );
}

function plain(name: string): string {
  return name.normalize('NFKC').replace(/\s+/g, '').toLowerCase();
}

function isFor(certificate: ParsedCertificate, publicKey: Uint8Array): boolean {
  if (sameBytes(certificate.publicKeyInfo, publicKey)) return true;
  // Some authorities write the same key in another form, such as an uncompressed point.
  const key = certificate.publicKey?.export({ type: 'spki', format: 'der' });
  return key !== undefined && sameBytes(key, publicKey);
}

function nameOf({ subject, serialNumber }: ParsedCertificate): string {
  return readCommonName(subject) || serialNumber.toString(16);
}

function problem(reason: ExternalProblem, zh: string, en: string): ExternalCertificateError {
  const words: ProblemWords = { zh, en };
  return new ExternalCertificateError(reason, words);
}
