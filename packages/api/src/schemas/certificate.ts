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
    'builtIn: issued and renewed by this service; other: issued by another authority, for its renewal see certificateStatus',
  ),
  inUse: boolean().means('是否为现用证书', 'whether the enterprise signs with this certificate'),
  renewalDue: boolean().means(
    '现用的外部证书是否应当更新：已进入有效期的最后三分之一，最多提前 60 天',
    'whether the certificate is in use, of another authority, and due for renewal: in the last third of its validity, at most 60 days before it expires',
  ),
  algorithm,
  beginTime: dateTime().means('生效时间', 'when the certificate becomes valid'),
  endTime: dateTime().means('到期时间', 'when the certificate expires'),
  status: choice(['valid', 'expired', 'revoked']).means(
    'valid 有效，expired 已过期，revoked 已吊销',
    'valid, expired or revoked',
  ),
  revokeTime: nullable(dateTime()).means(
    '吊销时间；未吊销时为 null',
    'when the certificate was revoked; null if it was not',
  ),
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
    'file 由企业以文件提交，network 由本服务联机提交',
    'how the request reaches the authority. file: the enterprise sends it as a file; network: this service sends it',
  ),
  algorithm,
  isRenewal: boolean().means('是否为现用证书的更新', 'whether it renews the certificate in use'),
  createTime: dateTime().means('申请时间', 'when the request was created'),
  state: choice(requestStates).means(
    'chainAwaited 待导入证书链，queued 待提交，pending 机构处理中，pendingLong 机构处理已超过 14 天，refused 机构拒绝，unusable 签发的证书不可用，unavailable 机构无法访问，sourceChanged 平台已改用其他机构，不再查询',
    'chainAwaited: waits for the import of the certificate; queued: not sent yet; pending: being processed by the authority; pendingLong: pending for more than 14 days; refused: the authority refused the request; unusable: the issued certificate failed the checks of an import; unavailable: the authority could not be reached; sourceChanged: the platform now uses another authority and no longer asks this one',
  ),
  problem: text(0, 100).means(
    '最近一次尝试的错误代码；未失败时为空字符串',
    'error code of the latest attempt, or an empty string if it did not fail',
  ),
  nextTime: nullable(dateTime()).means(
    '下次查询时间；不查询时为 null',
    'when the authority is asked next; null if it is not asked',
  ),
  pem: text(1, 20_000).means('申请文件，PKCS #10，PEM', 'certificate signing request, PKCS #10 in PEM'),
});

/** Who issued the certificate in use, how it is renewed, and the pending request. */
export const certificateStanding = object({
  source: choice(['none', 'builtIn', 'other']).means(
    '现用证书：none 尚无，首次签署时签发；builtIn 由本服务签发；other 由外部机构签发',
    'who issued the certificate in use. none: no certificate yet; this service issues one with the first signature; builtIn: this service; other: another authority',
  ),
  endTime: nullable(dateTime()).means(
    '现用证书的到期时间；尚无证书时为 null',
    'when the certificate in use expires; null if source is none',
  ),
  renewal: choice(['builtIn', 'network', 'manual']).means(
    'builtIn 由本服务自动更新，network 由本服务联机申请更新，manual 须自行申请并导入',
    'how the certificate in use is renewed. builtIn: by this service; network: this service requests the next one from the authority; manual: the enterprise requests and imports the next one',
  ),
  renewalTime: nullable(dateTime()).means(
    '外部证书开始更新的时间；source 不为 other 时为 null',
    'when the certificate of another authority is due for renewal; null unless source is other',
  ),
  ways: list(requestWay).means(
    '可用的申请方式，默认方式在前；企业以 SM2 签署时为空列表',
    'how a certificate of another authority can be requested, the default first; an empty list if the enterprise signs with SM2',
  ),
  defaultAlgorithm: nullable(choice(requestedAlgorithms)).means(
    '申请时默认的密钥算法，即企业签署所用的算法；企业以 SM2 签署时为 null',
    'algorithm of a requested key unless the request names another: that by which the enterprise signs; null if it signs with SM2',
  ),
  request: nullable(certificateRequest).means('待处理的申请；没有时为 null', 'the pending request, or null'),
});

export const newCertificateRequest = object({
  way: optional(requestWay).means(
    '提交方式；平台配置了联机机构时默认为 network，否则为 file',
    'how the request reaches the authority; defaults to network if the platform has an authority over the network, and to file otherwise',
  ),
  algorithm: optional(choice(requestedAlgorithms)).means(
    '新密钥的算法，默认为 certificateStatus 的 defaultAlgorithm',
    'algorithm of the new key; defaults to defaultAlgorithm of certificateStatus',
  ),
  replace: optional(boolean()).means(
    'true 放弃待处理的申请并重新生成密钥；默认返回待处理的申请',
    'true: discard the pending request and generate another key; by default the pending request is returned',
  ),
});

/** In base64, a chain of 256 KiB. */
const MAX_CHAIN_TEXT = 350_000;

export const issuedChain = object({
  chain: text(1, MAX_CHAIN_TEXT).means(
    '签发的证书及其上级证书：PEM 文本，或 PEM、DER、PKCS #7 文件的 base64',
    'the issued certificate and those above it: PEM text, or a PEM, DER or PKCS #7 file in base64',
  ),
});
