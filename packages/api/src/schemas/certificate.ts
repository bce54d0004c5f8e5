import { boolean, choice, dateTime, list, nullable, object, optional, text } from '../schema.js';

const algorithm = choice(['P-256', 'RSA-2048', 'RSA-3072', 'SM2']).means('密钥算法', 'algorithm of the key');

/** Algorithms of keys for which other authorities issue certificates. */
export const requestedAlgorithms = ['P-256', 'RSA-2048', 'RSA-3072'] as const;

/** A certificate with which an enterprise has signed. */
export const corpCertificate = object({
  serialNumber: text(1, 100).means('序列号，十六进制', 'serial number, hexadecimal'),
  subject: text(0, 200).means('持有者', 'subject'),
  issuer: text(0, 200).means('颁发机构', 'issuer'),
  source: choice(['builtIn', 'other']).means(
    'builtIn 由本服务签发并自动更新；other 由外部机构签发，更新方式见 certificateStatus',
    'builtIn: issued and renewed by this service; other: issued by another authority, and renewed as certificateStatus says',
  ),
  inUse: boolean().means('是否为现用证书', 'whether the enterprise signs with it now'),
  renewalDue: boolean().means(
    '外部机构的证书将在 60 天内到期，仍在使用',
    'in use, of another authority, and ending within 60 days',
  ),
  algorithm,
  beginTime: dateTime().means('生效时间', 'start of validity'),
  endTime: dateTime().means('到期时间', 'end of validity'),
  status: choice(['valid', 'expired', 'revoked']).means(
    'valid 有效，expired 已过期，revoked 已吊销',
    'valid, expired or revoked',
  ),
  revokeTime: nullable(dateTime()).means('吊销时间', 'time of revocation'),
  fingerprint: text(64, 64).means('证书的 SHA-256，十六进制', 'SHA-256 of the certificate, hexadecimal'),
});

/** How a request reaches an authority. */
const requestWay = choice(['file', 'network']);

export const requestStates = [
  'chainAwaited',
  'queued',
  'pending',
  'pendingLong',
  'refused',
  'unusable',
  'unavailable',
  'sourceChanged',
] as const;

/** A request for a certificate of another authority. */
export const certificateRequest = object({
  requestId: text(1, 100).means('申请编号', 'id of the request'),
  way: requestWay.means(
    'file 以文件提交，network 由本服务联机提交',
    'file: by file; network: by this service',
  ),
  algorithm,
  isRenewal: boolean().means('是否为现有证书的更新', 'whether it renews the certificate in use'),
  createTime: dateTime().means('申请时间', 'when it was made'),
  state: choice(requestStates).means(
    'chainAwaited 待导入证书链，queued 待提交，pending 机构处理中，pendingLong 机构处理已超过 14 天，refused 机构拒绝，unusable 签发的证书不可用，unavailable 机构无法访问，sourceChanged 平台已改用其他机构，不再查询',
    'chainAwaited: until its chain is imported; queued: not sent yet; pending: the authority works on it; pendingLong: for more than 14 days; refused: by the authority; unusable: what was issued; unavailable: the authority; sourceChanged: the platform asks another authority now and this one no more',
  ),
  problem: text(0, 100).means(
    '最近一次失败的代码，没有则为空',
    'code of the last failure; empty if there is none',
  ),
  nextTime: nullable(dateTime()).means('下次查询时间', 'when the authority is asked next'),
  pem: text(1, 20_000).means('申请文件，PKCS #10，PEM', 'the request, PKCS #10 as PEM'),
});

/** With whose certificate an enterprise signs, what becomes of it, and what has been requested. */
export const certificateStanding = object({
  source: choice(['none', 'builtIn', 'other']).means(
    '现用证书：none 尚无，首次签署时签发；builtIn 由本服务签发；other 由外部机构签发',
    'of the certificate in use: none yet, issued with the first signature; builtIn: by this service; other: by another authority',
  ),
  endTime: nullable(dateTime()).means('现用证书的到期时间', 'end of the certificate in use'),
  renewal: choice(['builtIn', 'network', 'manual']).means(
    'builtIn 由本服务自动更新，network 由本服务联机申请更新，manual 须自行申请并导入',
    'builtIn: by this service; network: this service asks the authority; manual: by a request and an import of your own',
  ),
  renewalTime: nullable(dateTime()).means(
    '外部证书开始更新的时间',
    'when renewal of a certificate of another authority begins',
  ),
  ways: list(requestWay).means(
    '可用的申请方式；签名算法为 SM2 时为空',
    'how another certificate can be requested; empty where signatures are made with SM2',
  ),
  request: nullable(certificateRequest).means('待处理的申请', 'the pending request'),
});

export const newCertificateRequest = object({
  way: optional(requestWay).means(
    '默认：平台配置了联机机构时为 network，否则为 file',
    'network by default where the platform has an authority over the network, otherwise file',
  ),
  algorithm: optional(choice(requestedAlgorithms)).means(
    '密钥算法，默认与平台一致',
    'algorithm of the new key; by default that of the platform',
  ),
  replace: optional(boolean()).means(
    '放弃待处理的申请并重新生成密钥；默认返回待处理的申请',
    'gives up the pending request and makes another key; by default the pending request is returned',
  ),
});

/** In base64, a chain of 256 KiB. */
const MAX_CHAIN_TEXT = 350_000;

export const issuedChain = object({
  chain: text(1, MAX_CHAIN_TEXT).means(
    '签发的证书及其上级证书：PEM 文本，或 PEM、DER、PKCS #7 文件的 base64',
    'the issued certificate and those above it: text of PEM, or a file of PEM, DER or PKCS #7 in base64',
  ),
});
