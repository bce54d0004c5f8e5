/** What can be said of a signed PDF, whoever signed it. */
import { data, operation } from './operation.js';
import { boolean, choice, dateTime, id, list, nullable, object, optional, text } from './schema.js';
import { maxUploadBytes } from './templates.js';

const certificate = object({
  subject: text(0, 4000),
  issuer: text(0, 4000),
  /** Hexadecimal. */
  serialNumber: text(0, 200),
  notBefore: dateTime(),
  notAfter: dateTime(),
  /** Of the key, such as `ec prime256v1`. */
  algorithm: text(0, 100),
});

const timestamp = object({
  /** Null where the token cannot be read. */
  time: nullable(dateTime()),
  authority: text(0, 4000),
  trusted: boolean(),
});

const laterChange = object({
  kind: text(1, 100),
  allowed: boolean(),
  /** The field, key or object that it is about. */
  detail: text(0, 4000),
});

const verificationProblem = object({ code: text(1, 100), text: text(1, 8000) });

const verifiedSignature = object({
  fieldName: text(0, 4000),
  signerName: text(0, 4000),
  /** Proven by a timestamp, else as the signer says; null without either. */
  signTime: nullable(dateTime()),
  intact: boolean(),
  trusted: boolean(),
  coversWholeDocument: boolean(),
  /** Null for what is no PAdES baseline signature. */
  level: nullable(choice(['B-B', 'B-T', 'B-LT', 'B-LTA'])),
  certificate: nullable(certificate),
  /** The first of `timestamps`. */
  timestamp: nullable(timestamp),
  /** All over the signature, those that are relied on first. */
  timestamps: list(timestamp),
  changesAfter: list(laterChange),
  problems: list(verificationProblem),
});

const record = object({
  /** The bytes are those of a revision that is on record. */
  matches: boolean(),
  /** Null for who may not see the flow. */
  flowId: nullable(id<'Flow'>()),
  flowCode: nullable(text(1, 100)),
});

/** Nothing is kept of the file. */
export const verifyDocument = operation({
  path: '/service/verifyDocument',
  area: 'flows',
  title: { zh: '验证 PDF 签名', en: 'Verify the signatures of a PDF' },
  request: object({ report: optional(choice(['etsi'])) }),
  query: ['report'],
  file: { maxBytes: maxUploadBytes },
  answer: data(
    object({
      /** At least one signature, every one intact and trusted, and nothing forbidden after any. */
      valid: boolean(),
      sha256: text(64, 64),
      /** Which changes it lets follow a signature. */
      policy: choice(['default', 'strict']),
      signatures: list(verifiedSignature),
      /**
       * Whether the file is shown as it was when it was signed. `notNeeded`: nothing but signatures, timestamps and
       * validation data came later. `unfinished` and `differs` are never valid, and a problem says where.
       */
      secondOpinion: choice(['notNeeded', 'agrees', 'differs', 'unfinished']),
      /** Of the file as a whole. */
      problems: list(verificationProblem),
      record: nullable(record),
      /** XML, where the request asks for it and the file has a signature. */
      report: nullable(text(1, 20_000_000)),
    }),
  ),
  errors: ['FILE_UPLOAD_ERROR'],
});
