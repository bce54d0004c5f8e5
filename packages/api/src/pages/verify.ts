/** The page for verifying a PDF. Hashes are SHA-256, hexadecimal. */
import { data } from '../operation.js';
import { pageOperation } from '../page-operation.js';
import {
  boolean,
  choice,
  type Infer,
  int32,
  int64,
  list,
  nullable,
  number,
  object,
  text,
  variants,
} from '../schema.js';
import { anyText, flowStatus } from './page-fields.js';

/** In both languages, so that the page can switch without sending the file again. */
export const bothLanguages = object({ zh: anyText(), en: anyText() });
export type BothLanguages = Infer<typeof bothLanguages>;

/**
 * The verdict for whoever holds the file. `issuerUnknown`: unchanged, but the signer's certificate is not trusted.
 * `changed`: changed after a signature. `invalid`: invalid for another reason. `undecided`: the available data is
 * insufficient. `looksDifferent`: no forbidden change was found, yet a page is displayed differently from when it was
 * signed. `unreadable`: too damaged or encrypted to search for signatures.
 */
export const conclusion = choice([
  'trusted',
  'issuerUnknown',
  'changed',
  'invalid',
  'looksDifferent',
  'undecided',
  'unsigned',
  'unreadable',
]);
export type Conclusion = Infer<typeof conclusion>;

export const verifyPagePlace = object({ x: number(), y: number(), width: number(), height: number() });
export type VerifyPagePlace = Infer<typeof verifyPagePlace>;

/**
 * `pixels`: looks different. `text`: text differs, visible or not. `size`: the page size differs. `missing`: a signed
 * page is missing. `added`: the page was not signed.
 */
export const verifyPageDifference = object({
  /** The signed revision that the file was compared with, from 1. */
  revision: int32(),
  page: int32(),
  kind: choice(['pixels', 'text', 'size', 'missing', 'added']),
  /** In px from the top left corner of the displayed page; empty if the whole page differs. */
  places: list(verifyPagePlace),
});
export type VerifyPageDifference = Infer<typeof verifyPageDifference>;

export const verifyPagePictures = object({
  revision: int32(),
  page: int32(),
  /** In px, of the larger of the two pictures. */
  width: number(),
  height: number(),
  /** Data URLs; null if the page does not exist. */
  before: nullable(anyText()),
  after: nullable(anyText()),
});
export type VerifyPagePictures = Infer<typeof verifyPagePictures>;

/** Whether the file is displayed as it was when signed, page by page. */
export const verifyPageOpinion = variants('status', {
  notNeeded: object({ status: choice(['notNeeded']) }),
  agrees: object({ status: choice(['agrees']), pages: int32() }),
  unfinished: object({ status: choice(['unfinished']), words: bothLanguages }),
  differs: object({
    status: choice(['differs']),
    differences: list(verifyPageDifference),
    /** Pictures of the first pages that differ. */
    pictures: list(verifyPagePictures),
  }),
});
export type VerifyPageOpinion = Infer<typeof verifyPageOpinion>;

export const verifyPageTimestamp = object({
  time: nullable(anyText()),
  authority: anyText(),
  /** Whether the issuing authority is trusted. */
  trusted: boolean(),
});
export type VerifyPageTimestamp = Infer<typeof verifyPageTimestamp>;

export const verifyPageCertificate = object({
  subject: anyText(),
  issuer: anyText(),
  /** Hexadecimal. */
  serialNumber: anyText(),
  notBefore: anyText(),
  notAfter: anyText(),
  algorithm: anyText(),
  fingerprint: anyText(),
});
export type VerifyPageCertificate = Infer<typeof verifyPageCertificate>;

/** An electronic seal of GB/T 38540, as its maker has signed it. */
const verifyPageSeal = object({
  name: anyText(),
  sealCode: anyText(),
  /** From the certificate of the maker. */
  maker: anyText(),
  validFrom: anyText(),
  validUntil: anyText(),
});

export const verifyPageChange = object({
  /** Such as `PAGE_CONTENT_CHANGED`; `words` says the same. */
  kind: anyText(),
  words: bothLanguages,
  allowed: boolean(),
  /** Forbidden because its effect on the content cannot be determined. */
  unclear: boolean(),
  /** The field, key or object concerned; empty if the text says it all. */
  detail: anyText(),
  /** The revision that made the change, from 1. */
  revision: int32(),
});
export type VerifyPageChange = Infer<typeof verifyPageChange>;

export const verifyPageProblem = object({
  code: anyText(),
  /** `remark`: informational; the signature stays valid. */
  effect: choice(['invalid', 'indeterminate', 'remark']),
  words: bothLanguages,
  detail: anyText(),
});
export type VerifyPageProblem = Infer<typeof verifyPageProblem>;

export const verifyPageSignature = object({
  kind: choice(['signature', 'timestamp']),
  conclusion: choice(['trusted', 'issuerUnknown', 'changed', 'invalid', 'undecided']),
  fieldName: anyText(),
  signerName: anyText(),
  reason: nullable(anyText()),
  location: nullable(anyText()),
  /** Claimed by the signer. */
  claimedTime: nullable(anyText()),
  /** Proven by a trusted timestamp: the signature existed at that time. */
  provenTime: nullable(anyText()),
  intact: boolean(),
  trusted: boolean(),
  coversWholeDocument: boolean(),
  /** The revision that contains the signature, from 1. */
  revision: int32(),
  level: nullable(choice(['B-B', 'B-T', 'B-LT', 'B-LTA'])),
  /** The electronic seal with which it was made; null for other signatures. */
  seal: nullable(verifyPageSeal),
  /** From the signer's certificate to the trust anchor, or as far as a path can be built. */
  chain: list(verifyPageCertificate),
  /** Timestamps over the signature, trusted ones first; for a document timestamp, the timestamp itself. */
  timestamps: list(verifyPageTimestamp),
  changesAfter: list(verifyPageChange),
  problems: list(verifyPageProblem),
});
export type VerifyPageSignature = Infer<typeof verifyPageSignature>;

export const verifyPageView = object({
  conclusion,
  /** Whether there is at least one signature, and all are intact and trusted. */
  valid: boolean(),
  sha256: anyText(),
  /** In bytes. */
  size: int64(),
  verifiedAt: anyText(),
  revisions: int32(),
  /** Which changes are allowed after a signature. */
  policy: choice(['default', 'strict']),
  /** In order of signing, including document timestamps. */
  signatures: list(verifyPageSignature),
  /** Problems of the file as a whole. */
  problems: list(verifyPageProblem),
  secondOpinion: verifyPageOpinion,
  /** For files signed by this service: whether it issued exactly these bytes. Otherwise null. */
  record: nullable(object({ matches: boolean() })),
});
export type VerifyPageView = Infer<typeof verifyPageView>;

export const checkedParty = object({
  /** Masked name of the enterprise or person. */
  name: anyText(),
  /** Masked name of the person acting for an enterprise. */
  personName: nullable(anyText()),
  signTime: nullable(anyText()),
});
export type CheckedParty = Infer<typeof checkedParty>;

export const checkedFile = object({
  fileName: anyText(),
  pages: int32(),
  /** Hash of the current file. */
  sha256: anyText(),
  /** Earlier versions, oldest first: a printed copy may be older than the file. */
  earlier: list(object({ sha256: anyText(), time: anyText() })),
});
export type CheckedFile = Infer<typeof checkedFile>;

/** A contract found by the code of a check copy. */
export const checkedContract = object({
  title: anyText(),
  flowCode: anyText(),
  status: flowStatus(),
  /** Name of the initiator. */
  corpName: anyText(),
  startTime: nullable(anyText()),
  finishTime: nullable(anyText()),
  /** In signing order. */
  parties: list(checkedParty),
  files: list(checkedFile),
  /** Whether the hash chain of the history is intact and matches the files. */
  historyIntact: boolean(),
});
export type CheckedContract = Infer<typeof checkedContract>;

/** Size limit for verification without an account, in bytes; the service can be configured to a lower one. */
export const MAX_VERIFIED_BYTES = 50 * 1024 * 1024;

/** Verifies a PDF; the file is not stored. */
export const verifyFile = pageOperation({
  path: '/pages/verify',
  caller: 'visitor',
  file: { maxBytes: MAX_VERIFIED_BYTES },
  request: object({}),
  answer: data(verifyPageView),
  errors: ['FILE_UPLOAD_ERROR'],
  title: { zh: '验证一份 PDF', en: 'Verify a PDF' },
});

/** The code is in the body, so that no URL, log or Referer contains it. */
export const checkCode = pageOperation({
  path: '/pages/verify/code',
  caller: 'visitor',
  request: object({ code: text(1, 100) }),
  answer: data(checkedContract),
  title: { zh: '核验打印件上的核验码', en: 'Look up the code of a check copy' },
});
