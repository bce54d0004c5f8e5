/** The first use of a production service: its first operator, and its first enterprise. */
import { data } from '../operation.js';
import { pageOperation } from '../page-operation.js';
import { boolean, choice, type Infer, id, int32, list, nullable, object, optional, text } from '../schema.js';
import { mobile, name } from '../schemas/fields.js';
import { enteredConsole } from './login.js';
import { anyText, utcMoment } from './page-fields.js';

/** As the log of the service shows it. */
const setupCode = text(1, 60);

/** An authenticator app for the operator. Nothing is stored. */
export const beginSetup = pageOperation({
  path: '/pages/setup/begin',
  caller: 'visitor',
  startsSession: true,
  request: object({ code: setupCode, mobile: mobile() }),
  answer: data(
    object({
      /** Base32, for typing. */
      secret: anyText(),
      /** For the QR code. */
      address: anyText(),
      /** Returned by the request that accepts it. */
      sealed: anyText(),
    }),
  ),
  errors: ['404'],
  reasons: ['CODE_WRONG', 'CODE_ENDED', 'PERMISSION_DENIED'],
  title: { zh: '开始初始化', en: 'Begin the setup' },
});

export const finding = object({
  /** Which check, as `cinnabar doctor` names it. */
  check: anyText(),
  status: choice(['ok', 'warn', 'error']),
  /** With the names and addresses of this service. Messages of libraries are quoted as they are. */
  message: anyText(),
  remedy: nullable(anyText()),
});
export type SetupFinding = Infer<typeof finding>;

const knownSetting = object({
  name: anyText(),
  source: choice(['environment', 'envFile', 'default']),
  /** null: not set, or a secret. */
  value: nullable(anyText()),
  isSecret: boolean(),
  /** For the environment or `.env`. */
  line: anyText(),
});
export type SetupSetting = Infer<typeof knownSetting>;

export const setupState = object({
  findings: list(finding),
  settings: list(knownSetting),
  baseUrl: anyText(),
  timeZone: anyText(),
  /** Of this machine. */
  time: utcMoment(),
  /** SHA-256 of the root certificate, in hexadecimal. */
  rootFingerprint: anyText(),
  rootsUrl: anyText(),
});
export type SetupState = Infer<typeof setupState>;

/** What the service finds out about itself. Changes nothing, and sends nothing to a person. */
export const checkSetup = pageOperation({
  path: '/pages/setup/check',
  caller: 'visitor',
  request: object({ code: setupCode }),
  answer: data(setupState),
  errors: ['404'],
  reasons: ['CODE_WRONG', 'CODE_ENDED', 'PERMISSION_DENIED'],
  title: { zh: '检查服务', en: 'Check the service' },
});

export const finishedSetup = object({
  /** Of the operator, who is logged in. */
  entered: enteredConsole,
  /** Shown once. */
  recoveryCodes: list(anyText()),
  corp: object({
    corpId: id<'Corp'>(),
    corpName: anyText(),
    appId: anyText(),
    /** Shown once. */
    appSecret: anyText(),
    ownerName: anyText(),
    ownerMobile: anyText(),
  }),
});
export type FinishedSetup = Infer<typeof finishedSetup>;

export const finishSetup = pageOperation({
  path: '/pages/setup/finish',
  caller: 'visitor',
  writes: true,
  startsSession: true,
  request: object({
    code: setupCode,
    name: name(),
    mobile: mobile(),
    password: text(1, 200),
    sealed: text(1, 1000),
    /** An authenticator code. */
    totp: text(1, 20),
    corpName: name(),
    corpCode: optional(text(0, 30)),
    /** Whether the operator has verified the registration of the enterprise. */
    isIdentified: boolean(),
    contracts: int32(0, 1_000_000_000),
    ownerName: name(),
    ownerMobile: mobile(),
  }),
  answer: data(finishedSetup),
  errors: ['404', '409'],
  reasons: ['CODE_WRONG', 'CODE_ENDED', 'PERMISSION_DENIED'],
  title: { zh: '完成初始化', en: 'Finish the setup' },
});
