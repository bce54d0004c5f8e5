/** The keys of an Alipay channel, read once for a call. */
import { createHash, type KeyObject, X509Certificate } from 'node:crypto';
import { certificatesInPem } from '@cinnabar/pki/asn1/pem.js';
import { certificateOf, privateKeyOf, publicKeyOf } from '../keys.js';
import { type AlipayKeys, type KeyName, type PayAccount, PayProviderFailed } from '../port.js';

export interface AlipayMerchant {
  readonly keys: AlipayKeys;
  readonly appId: string;
  /** Id of the seller, 2088... */
  readonly sellerId: string;
  readonly privateKey: KeyObject;
  /** What answers and notifications are verified with. */
  readonly alipayKey: KeyObject;
  /** Serial numbers that a request states in certificate mode. */
  readonly serials: { readonly app: string; readonly root: string; readonly alipay: string } | null;
}

/** @throws PayProviderFailed NOT_CONFIGURED */
export function merchantOf({ keys, appId, merchantAccount }: PayAccount): AlipayMerchant {
  if (keys?.provider !== 'payA') throw new PayProviderFailed('NOT_CONFIGURED', 'the channel has no keys');
  const privateKey = privateKeyOf(keys.privateKey);
  if (privateKey === null) throw new PayProviderFailed('NOT_CONFIGURED', 'the private key is none');
  const common = { keys, appId, sellerId: merchantAccount, privateKey };
  const { trust } = keys;
  if (trust.mode === 'publicKey') {
    const alipayKey = publicKeyOf(trust.alipayPublicKey);
    if (alipayKey === null) throw new PayProviderFailed('NOT_CONFIGURED', "Alipay's public key is none");
    return { ...common, alipayKey, serials: null };
  }
  const app = certificateOf(trust.appCertificate);
  const alipay = certificateOf(trust.alipayCertificate);
  if (app === null || alipay === null || !hasRoots(trust.alipayRootCertificates)) {
    throw new PayProviderFailed('NOT_CONFIGURED', 'a certificate of the channel is none');
  }
  const root = rootSerials(trust.alipayRootCertificates);
  const serials = { app: serialOf(app), root, alipay: serialOf(alipay) };
  return { ...common, alipayKey: alipay.publicKey, serials };
}

/** The first of the keys that cannot be used; null: all can. */
export function unusableKey({ keys }: PayAccount): KeyName | null {
  if (keys?.provider !== 'payA' || privateKeyOf(keys.privateKey) === null) return 'privateKey';
  const { trust } = keys;
  if (trust.mode === 'publicKey') {
    return publicKeyOf(trust.alipayPublicKey) === null ? 'alipayPublicKey' : null;
  }
  if (certificateOf(trust.appCertificate) === null) return 'appCertificate';
  if (certificateOf(trust.alipayCertificate) === null) return 'alipayCertificate';
  return hasRoots(trust.alipayRootCertificates) ? null : 'alipayRootCertificates';
}

function hasRoots(pem: string): boolean {
  try {
    return rootSerials(pem) !== '';
  } catch {
    // Not certificates.
    return false;
  }
}

/** MD5 over the issuer, its parts from the last to the first, and the serial number in decimal. */
function serialOf({ issuer, serialNumber }: X509Certificate): string {
  const name = issuer.split('\n').toReversed().join(',');
  return createHash('md5')
    .update(`${name}${BigInt(`0x${serialNumber}`)}`, 'utf8')
    .digest('hex');
}

const RSA_SIGNATURES = '1.2.840.113549.1.1.';

/** The roots whose signatures are RSA; the others are for other algorithms, and do not count. */
export function rootSerials(pem: string): string {
  return certificatesInPem(pem)
    .filter(({ signatureAlgorithm }) => signatureAlgorithm.algorithm.startsWith(RSA_SIGNATURES))
    .map(({ bytes }) => serialOf(new X509Certificate(bytes)))
    .join('_');
}
