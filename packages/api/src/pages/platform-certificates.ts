/** Certificates in the platform's console: those of the service and of enterprises, their CRLs, and revoking one. */
import { data } from '../operation.js';
import { pageOperation } from '../page-operation.js';
import { revocationReasons } from '../revocation-reasons.js';
import { choice, type Infer, id, int32, list, nullable, number, object, optional, text } from '../schema.js';
import { anyText, nothing, utcMoment } from './page-fields.js';

/** Certificates on one page of the list. */
export const CERTIFICATES_PER_PAGE = 20;
/** Digits of the serial number that are typed to revoke a certificate. */
export const SERIAL_TAIL = 4;

const certificate = object({
  /** Hexadecimal digits. */
  serialNumber: anyText(),
  purpose: choice(['root', 'issuing', 'enterprise', 'timestamp', 'ocsp', 'evidence', 'seal-maker']),
  /** null: of the service itself. */
  corpId: nullable(id<'Corp'>()),
  corpName: nullable(anyText()),
  notAfter: utcMoment(),
  /** SHA-256, in hexadecimal digits. */
  fingerprint: anyText(),
  status: choice(['valid', 'expired', 'revoked']),
});
export type PlatformCertificate = Infer<typeof certificate>;

const revocationList = object({
  purpose: choice(['root', 'issuing']),
  generation: number(1),
  thisUpdate: utcMoment(),
  nextUpdate: utcMoment(),
  entries: number(0),
});

export const listPlatformCertificates = pageOperation({
  path: '/pages/platform/certificates',
  caller: 'platform',
  duties: ['security'],
  request: object({ page: optional(int32(1, 100_000)) }),
  answer: data(
    object({
      /** Those of the service first, then valid ones by their end. */
      certificates: list(certificate),
      totalCount: number(0),
      /** Valid ones of enterprises. */
      enterprises: number(0),
      /** Of these, those that end within 60 days. */
      ending: number(0),
      revocationLists: list(revocationList),
    }),
  ),
  errors: ['404'],
  title: { zh: '查看证书', en: 'List certificates' },
});

/** 403: the authority itself is not revoked here; 409: it was revoked before. */
export const revokePlatformCertificate = pageOperation({
  path: '/pages/platform/certificates/revoke',
  caller: 'platform',
  duties: ['security'],
  writes: true,
  request: object({
    serialNumber: text(1, 64),
    /** Its last digits, as typed. */
    tail: text(1, 64),
    reason: choice(revocationReasons),
  }),
  answer: data(nothing),
  errors: ['403', '404', '409'],
  title: { zh: '吊销证书', en: 'Revoke a certificate' },
});
