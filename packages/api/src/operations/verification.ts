/** Verification of signed PDFs from any issuer. */
import { data, operation } from '../operation.js';
import { boolean, choice, dateTime, id, list, nullable, object, optional, text } from '../schema.js';
import { maxUploadBytes } from './templates.js';

const certificate = object({
  subject: text(0, 4000).means('证书持有者', 'subject of the certificate'),
  issuer: text(0, 4000).means('证书颁发者', 'issuer of the certificate'),
  serialNumber: text(0, 200).means('证书序列号，十六进制', 'serial number of the certificate, hexadecimal'),
  notBefore: dateTime().means('证书有效期起', 'start of the validity of the certificate'),
  notAfter: dateTime().means('证书有效期止', 'end of the validity of the certificate'),
  algorithm: text(0, 100).means('密钥算法，如 ec prime256v1', 'algorithm of the key, such as ec prime256v1'),
});

const electronicSeal = object({
  name: text(0, 4000).means('印章名称', 'name of the seal'),
  sealCode: text(0, 4000).means('印章编码', 'code of the seal'),
  maker: text(0, 4000).means('制章人', 'maker of the seal'),
  validFrom: dateTime().means('印章有效期起', 'start of the validity of the seal'),
  validUntil: dateTime().means('印章有效期止', 'end of the validity of the seal'),
});

const timestamp = object({
  time: nullable(dateTime()).means(
    '时间戳时间；无法读取时为 null',
    'time of the timestamp; null where the token cannot be read',
  ),
  authority: text(0, 4000).means('时间戳服务机构', 'timestamp authority'),
  trusted: boolean().means('证书是否可信', 'whether the certificate is trusted'),
});

const laterChange = object({
  kind: text(1, 100).means('修改的种类', 'kind of the change'),
  allowed: boolean().means('是否允许', 'whether the change is allowed'),
  detail: text(0, 4000).means('所涉的域、键或对象', 'field, key or object concerned'),
});

const verificationProblem = object({
  code: text(1, 100).means('问题代码', 'code of the problem'),
  text: text(1, 8000).means('问题说明', 'description of the problem'),
});

const verifiedSignature = object({
  fieldName: text(0, 4000).means('签名域名称', 'name of the signature field'),
  signerName: text(0, 4000).means('签名人', 'name of the signer'),
  signTime: nullable(dateTime()).means(
    '签署时间：有时间戳时以其为准，否则为签名人自述；都没有时为 null',
    'time of signing: proven by a timestamp, otherwise as claimed by the signer; null without either',
  ),
  intact: boolean().means('签名覆盖的内容未被改动', 'whether the signed content is unchanged'),
  trusted: boolean().means('证书是否可信', 'whether the certificate is trusted'),
  coversWholeDocument: boolean().means('签名是否覆盖整个文件', 'whether the signature covers the whole file'),
  level: nullable(choice(['B-B', 'B-T', 'B-LT', 'B-LTA'])).means(
    'PAdES 基线等级；不是基线签名时为 null',
    'PAdES baseline level; null for other signatures',
  ),
  certificate: nullable(certificate).means('签名证书', 'certificate of the signer'),
  seal: nullable(electronicSeal).means(
    '签章所用的电子印章（GB/T 38540）；其他签名为 null',
    'electronic seal of the signature (GB/T 38540); null for other signatures',
  ),
  timestamp: nullable(timestamp).means(
    '被采信的时间戳，即 timestamps 的第一个',
    'trusted timestamp: the first of timestamps',
  ),
  timestamps: list(timestamp).means(
    '签名的全部时间戳，被采信的在前',
    'all timestamps of the signature, trusted ones first',
  ),
  changesAfter: list(laterChange).means('签名之后的修改', 'changes made after the signature'),
  problems: list(verificationProblem).means('该签名的问题', 'problems of the signature'),
});

const record = object({
  matches: boolean().means('内容与留痕中的某个版本一致', 'whether the file equals a recorded revision'),
  flowId: nullable(id<'Flow'>()).means(
    '合同流程编号；无权查看者为 null',
    'flow id; null for users who may not see the flow',
  ),
  flowCode: nullable(text(1, 100)).means(
    '合同编码；无权查看者为 null',
    'code of the flow; null for users who may not see the flow',
  ),
});

/** The file is not stored. */
export const verifyDocument = operation({
  path: '/service/verifyDocument',
  area: 'flows',
  title: { zh: '验证 PDF 签名', en: 'Verify the signatures of a PDF' },
  request: object({
    report: optional(choice(['etsi'])).means(
      'etsi：同时返回 ETSI TS 119 102-2 验证报告',
      'etsi: also return a validation report according to ETSI TS 119 102-2',
    ),
  }),
  query: ['report'],
  file: { maxBytes: maxUploadBytes },
  answer: data(
    object({
      valid: boolean().means(
        '至少一个签名，且全部完整、可信，签名后没有不允许的修改',
        'at least one signature, all of them intact and trusted, and no forbidden change after any',
      ),
      sha256: text(64, 64).means('文件的 SHA-256，十六进制', 'SHA-256 of the file, hexadecimal'),
      policy: choice(['default', 'strict']).means(
        '签名后的修改按哪套规则判断：default，或更严格的 strict',
        'rules by which changes after a signature were judged: default, or the stricter strict',
      ),
      signatures: list(verifiedSignature).means('文件中的签名', 'signatures in the file'),
      /**
       * Whether the file is displayed as it was when signed. `notNeeded`: only signatures, timestamps and validation
       * data were added later. With `unfinished` or `differs` the file is never valid, and a problem explains why.
       */
      secondOpinion: choice(['notNeeded', 'agrees', 'differs', 'unfinished']).means(
        '签署后又有其他修改时，把签署时的版本与现在的文件显示出来逐页比对：notNeeded 无需比对，agrees 一致，differs 有不同，unfinished 未完成',
        'comparison of the rendered pages of the signed revision with those of the file, made if anything other than signatures, timestamps and validation data was added: notNeeded, agrees, differs, unfinished',
      ),
      problems: list(verificationProblem).means('整个文件的问题', 'problems of the file as a whole'),
      record: nullable(record).means(
        '本服务中的留痕；文件不在本服务中时为 null',
        'record of the file in this service; null if the file is not from this service',
      ),
      report: nullable(text(1, 20_000_000)).means(
        'ETSI TS 119 102-2 验证报告（XML）；请求 etsi 且文件有签名时返回，否则为 null',
        'XML validation report according to ETSI TS 119 102-2, if etsi was requested and the file has a signature; otherwise null',
      ),
    }),
  ),
  errors: ['FILE_UPLOAD_ERROR'],
});
