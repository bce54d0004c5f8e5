/** The keys of a channel as they are given: pure. What is missing is empty, and found by the check of the keys. */
import type { Infer } from '@cinnabar/api/schema.js';
import type { newPayChannel } from '@cinnabar/api/schemas/pay-channel.js';
import type { ProviderCode } from '@cinnabar/api/schemas/payment.js';
import type { AlipayKeys, AlipayTrust, PayKeys, WechatPayKeys } from '../../../providers/pay/port.js';

export type GivenKeys = NonNullable<Infer<(typeof newPayChannel)['keys']>>;

export function keysOf(provider: ProviderCode, given: GivenKeys): PayKeys {
  return provider === 'chatApay' ? wechatKeys(given) : alipayKeys(given);
}

function wechatKeys(given: GivenKeys): WechatPayKeys {
  const { publicKeyId, publicKey, partnerMerchant, subAppId } = given;
  const hasPublicKey = publicKeyId !== undefined || publicKey !== undefined;
  return {
    provider: 'chatApay',
    certificateSerial: (given.certificateSerial ?? '').replace(/[\s:]/g, '').toUpperCase(),
    privateKey: given.privateKey,
    apiV3Key: given.apiV3Key ?? '',
    publicKey: hasPublicKey ? { id: (publicKeyId ?? '').trim(), pem: publicKey ?? '' } : null,
    partner:
      partnerMerchant === undefined
        ? null
        : { merchantNo: partnerMerchant.trim(), subAppId: subAppId?.trim() ?? null },
    appSecret: given.appSecret?.trim() ?? null,
  };
}

function alipayKeys(given: GivenKeys): AlipayKeys {
  return {
    provider: 'payA',
    privateKey: given.privateKey,
    trust: alipayTrust(given),
    appAuthToken: given.appAuthToken?.trim() ?? null,
    serviceProviderId: given.serviceProviderId?.trim() ?? null,
    subMerchant: given.subMerchant?.trim() ?? null,
  };
}

/** A certificate selects certificate mode. */
function alipayTrust(given: GivenKeys): AlipayTrust {
  const { appCertificate, alipayCertificate, alipayRootCertificates } = given;
  const hasCertificate =
    appCertificate !== undefined || alipayCertificate !== undefined || alipayRootCertificates !== undefined;
  if (!hasCertificate) return { mode: 'publicKey', alipayPublicKey: given.alipayPublicKey ?? '' };
  return {
    mode: 'certificate',
    appCertificate: appCertificate ?? '',
    alipayCertificate: alipayCertificate ?? '',
    alipayRootCertificates: alipayRootCertificates ?? '',
  };
}
