/** The page for verifying a PDF. Moments as in all answers; hashes are SHA-256, hexadecimal. */
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

/** Said in both languages, so that the page can change its own without the file being sent again. */
export const bothLanguages = object({ zh: anyText(), en: anyText() });
export type BothLanguages = Infer<typeof bothLanguages>;

/**
 * What it comes to, in the words of whoever holds the file. `issuerUnknown`: unchanged, but nobody who is trusted here
 * says who signed. `changed`: after somebody signed. `invalid`: for another reason. `undecided`: with what there is.
 * `looksDifferent`: no forbidden change was found, yet a page is shown otherwise than when it was signed. `unreadable`:
 * so damaged or locked that no signature can be searched for.
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
 * `pixels`: it looks different there. `text`: it reads different there, visible or not. `size`: the page has another
 * size. `missing`: the file lacks a page that was signed. `added`: it has a page that was not.
 */
export const verifyPageDifference = object({
  /** The signed revision that the file was compared with, from 1. */
  revision: int32(),
  page: int32(),
  kind: choice(['pixels', 'text', 'size', 'missing', 'added']),
  /** px from the top left corner of the page as displayed; none where the whole page is meant. */
  places: list(verifyPagePlace),
});
export type VerifyPageDifference = Infer<typeof verifyPageDifference>;

export const verifyPagePictures = object({
  revision: int32(),
  page: int32(),
  /** px of the larger of both. */
  width: number(),
  height: number(),
  /** Data URLs; null where there is no such page. */
  before: nullable(anyText()),
  after: nullable(anyText()),
});
export type VerifyPagePictures = Infer<typeof verifyPagePictures>;

/** Whether the file is shown as it was when it was signed, page by page. */
export const verifyPageOpinion = variants('status', {
  notNeeded: object({ status: choice(['notNeeded']) }),
  agrees: object({ status: choice(['agrees']), pages: int32() }),
  unfinished: object({ status: choice(['unfinished']), words: bothLanguages }),
  differs: object({
    status: choice(['differs']),
    differences: list(verifyPageDifference),
    /** Of the first pages that differ. */
    pictures: list(verifyPagePictures),
  }),
});
export type VerifyPageOpinion = Infer<typeof verifyPageOpinion>;

export const verifyPageTimestamp = object({
  time: nullable(anyText()),
  authority: anyText(),
  /** Relied on. */
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

export const verifyPageChange = object({
  words: bothLanguages,
  allowed: boolean(),
  /** Not allowed, because nobody can tell whether the document still says the same. */
  unclear: boolean(),
  /** The field, key or object that it is about; '' where the words say all. */
  detail: anyText(),
  /** The revision that made it, from 1. */
  revision: int32(),
});
export type VerifyPageChange = Infer<typeof verifyPageChange>;

export const verifyPageProblem = object({
  code: anyText(),
  /** `remark`: worth knowing, and nothing against the signature. */
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
  /** Claimed by the signer's own clock. */
  claimedTime: nullable(anyText()),
  /** Proven by a timestamp of a trusted authority: the signature existed at that time. */
  provenTime: nullable(anyText()),
  intact: boolean(),
  trusted: boolean(),
  coversWholeDocument: boolean(),
  /** The revision that it was made with, from 1. */
  revision: int32(),
  level: nullable(choice(['B-B', 'B-T', 'B-LT', 'B-LTA'])),
  /** From the signer's certificate to the trust anchor, or as far as the path can be built. */
  chain: list(verifyPageCertificate),
  /** Those over the signature, or the document timestamp itself; those that are relied on first. */
  timestamps: list(verifyPageTimestamp),
  changesAfter: list(verifyPageChange),
  problems: list(verifyPageProblem),
});
export type VerifyPageSignature = Infer<typeof verifyPageSignature>;

export const verifyPageView = object({
  conclusion,
  /** At least one signature, and every one intact and trusted. */
  valid: boolean(),
  sha256: anyText(),
  /** Bytes. */
  size: int64(),
  verifiedAt: anyText(),
  revisions: int32(),
  /** Which changes it lets follow a signature. */
  policy: choice(['default', 'strict']),
  /** In the order in which they were made, document timestamps among them. */
  signatures: list(verifyPageSignature),
  /** Of the file as a whole. */
  problems: list(verifyPageProblem),
  secondOpinion: verifyPageOpinion,
  /** For files that this service signed: whether it issued exactly these bytes. Null for all others. */
  record: nullable(object({ matches: boolean() })),
});
export type VerifyPageView = Infer<typeof verifyPageView>;

export const checkedParty = object({
  /** The enterprise, or the person: masked. */
  name: anyText(),
  /** Who acts for an enterprise, masked. */
  personName: nullable(anyText()),
  signTime: nullable(anyText()),
});
export type CheckedParty = Infer<typeof checkedParty>;

export const checkedFile = object({
  fileName: anyText(),
  pages: int32(),
  /** Of the file as it is now. */
  sha256: anyText(),
  /** Earlier states, oldest first: a print may be older than the file. */
  earlier: list(object({ sha256: anyText(), time: anyText() })),
});
export type CheckedFile = Infer<typeof checkedFile>;

/** Contract opened by the code of a check copy. */
export const checkedContract = object({
  title: anyText(),
  flowCode: anyText(),
  status: flowStatus(),
  /** Who initiated it. */
  corpName: anyText(),
  startTime: nullable(anyText()),
  finishTime: nullable(anyText()),
  /** Signers in their order. */
  parties: list(checkedParty),
  files: list(checkedFile),
  /** Every hash of its history follows from the previous one, and leads to the files as they are. */
  historyIntact: boolean(),
});
export type CheckedContract = Infer<typeof checkedContract>;

/** Bytes of the largest file that anybody may have verified without an account; the service may be set to less. */
export const MAX_VERIFIED_BYTES = 50 * 1024 * 1024;

/** A PDF in, what can be said of it out, and nothing kept. */
export const verifyFile = pageOperation({
  path: '/pages/verify',
  caller: 'visitor',
  file: { maxBytes: MAX_VERIFIED_BYTES },
  request: object({}),
  answer: data(verifyPageView),
  errors: ['FILE_UPLOAD_ERROR'],
  title: { zh: '验证一份 PDF', en: 'Verify a PDF' },
});

/** In the body, so that the code is in no address, no log and no Referer. */
export const checkCode = pageOperation({
  path: '/pages/verify/code',
  caller: 'visitor',
  request: object({ code: text(1, 100) }),
  answer: data(checkedContract),
  title: { zh: '核验打印件上的核验码', en: 'Look up the code of a print copy' },
});
