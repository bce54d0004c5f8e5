import { DerError, TAG } from '@cinnabar/pki/asn1/der.js';
import { readFirstElement } from '@cinnabar/pki/asn1/der-reader.js';
import { type ParsedCertificate, parseCertificate } from '@cinnabar/pki/certificates/parsed-certificate.js';
import { readSignedData } from '@cinnabar/pki/cms/signed-data.js';
import { ExternalCertificateError } from './external-problem.js';

/** Chains have three or four certificates of about two kilobytes. */
export const MAX_CHAIN_BYTES = 256 * 1024;
const MAX_CERTIFICATES = 20;

const BLOCK = /-----BEGIN (CERTIFICATE|PKCS7|CMS)-----([A-Za-z0-9+/=\s]+)-----END \1-----/g;

/**
 * The certificates of a file: PEM with certificates or PKCS #7, one certificate in DER, or PKCS #7 in DER or BER. Their
 * order says nothing.
 * @throws ExternalCertificateError
 */
export function readChain(bytes: Uint8Array): readonly ParsedCertificate[] {
  if (bytes.length > MAX_CHAIN_BYTES) {
    throw new ExternalCertificateError('TOO_LARGE', {
      zh: `文件超过 ${MAX_CHAIN_BYTES / 1024} KB，不是一条证书链；请只提供该企业的证书及其上级证书`,
      en: `the file has more than ${MAX_CHAIN_BYTES / 1024} kB, which no chain has: give the certificate and those above it`,
    });
  }
  const certificates = read(bytes);
  if (certificates.length > MAX_CERTIFICATES) {
    throw new ExternalCertificateError('TOO_LARGE', {
      zh: `文件含有 ${certificates.length} 张证书；请只提供该企业的证书及其上级证书`,
      en: `the file has ${certificates.length} certificates: give the certificate and those above it`,
    });
  }
  return certificates;
}

function read(bytes: Uint8Array): readonly ParsedCertificate[] {
  try {
    const blocks = [...Buffer.from(bytes).toString('latin1').matchAll(BLOCK)];
    const found =
      blocks.length === 0
        ? certificatesIn(bytes)
        : blocks.flatMap(([, label, base64 = '']) => {
            const der = Buffer.from(base64, 'base64');
            return label === 'CERTIFICATE' ? [parseCertificate(der)] : readSignedData(der).certificates;
          });
    if (found.length > 0) return found;
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    throw unreadable(error.message);
  }
  throw unreadable('no certificate');
}

/** One certificate, or a PKCS #7 whose first element is an object identifier. */
function certificatesIn(bytes: Uint8Array): readonly ParsedCertificate[] {
  if (bytes[0] !== TAG.sequence) throw new DerError('NOT_DER', 'neither PEM nor DER');
  const isIndefinite = bytes[1] === 0x80;
  const body = isIndefinite ? bytes.subarray(2) : readFirstElement(bytes).content;
  return body[0] === TAG.objectIdentifier ? readSignedData(bytes).certificates : [parseCertificate(bytes)];
}

function unreadable(detail: string): ExternalCertificateError {
  return new ExternalCertificateError('UNREADABLE', {
    zh: `文件中没有可读的证书（${detail}）；请提供 PEM、DER 或 PKCS #7 格式的证书链`,
    en: `the file has no readable certificates (${detail}): give the chain in PEM, DER or PKCS #7`,
  });
}
