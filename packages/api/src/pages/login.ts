/** Logging in to the console, and the session that follows. */

import { consoleDoorReasons } from '../console-door.js';
import { loginMethods } from '../login-methods.js';
import { data } from '../operation.js';
import { pageOperation } from '../page-operation.js';
import { roles } from '../permissions.js';
import {
  boolean,
  choice,
  type Infer,
  id,
  list,
  nullable,
  number,
  object,
  optional,
  text,
} from '../schema.js';
import { mobile } from '../schemas/fields.js';
import { askedCode } from './link.js';
import { anyText, askedField, nothing } from './page-fields.js';

/** An enterprise in which the person may act. */
export const consoleCorp = object({
  corpId: id<'Corp'>(),
  corpName: anyText(),
  roles: list(choice(roles)),
  /**
   * What the session may do there. `secondFactor`: nothing before the second factor; `enrol`: nothing before the person
   * has one; `method`: nothing, because the enterprise does not allow this way of logging in.
   */
  standing: choice(['open', 'secondFactor', 'enrol', 'method', 'network']),
});
export type ConsoleCorp = Infer<typeof consoleCorp>;

/** A session of the console. */
export const enteredConsole = object({
  /** Sent in the header `consoleSession` of every request. */
  session: anyText(),
  userId: id<'User'>(),
  userName: anyText(),
  /** Masked. */
  mobile: anyText(),
  /** The service’s clock, in milliseconds since the epoch: that of the browser may be wrong. */
  now: number(0),
  method: choice(['sms', 'password', 'passkey', 'oidc', 'access', 'demo']),
  /** Whether the person still has to give their second factor. */
  needsFactor: boolean(),
  /** The second factors that the person has. */
  factors: list(choice(['totp', 'passkey'])),
  /** Whether a face check can prove that it is the person: their identity is proven, and there is a provider. */
  hasFace: boolean(),
  corps: list(consoleCorp),
});
export type EnteredConsole = Infer<typeof enteredConsole>;

/** Text of the WebAuthn options or answer, as JSON. */
const webAuthnText = text(1, 20_000);

const typedFactor = text(1, 40);

export const loginOffer = pageOperation({
  path: '/pages/login/offer',
  caller: 'visitor',
  request: nothing,
  answer: data(
    object({
      /** The ways to log in to this service; `oidc` if any enterprise has a provider. */
      methods: list(choice(loginMethods)),
      /** Whether this is a sandbox, in which demo people log in with one click. */
      hasDemo: boolean(),
    }),
  ),
  title: { zh: '可用的登录方式', en: 'List the ways to log in' },
});

/** Answers alike for all numbers, so that nobody can find out who is a member. */
export const sendLoginCode = pageOperation({
  path: '/pages/login/sendCode',
  caller: 'visitor',
  writes: true,
  request: object({ mobile: mobile(), asked: askedField }),
  answer: data(askedCode),
  reasons: ['CODE_LIMITED', 'PERMISSION_DENIED', 'LOGIN_METHOD_NOT_ALLOWED'],
  title: { zh: '发送登录验证码', en: 'Send a code for logging in' },
});

export const logInByCode = pageOperation({
  path: '/pages/login/byCode',
  caller: 'visitor',
  writes: true,
  startsSession: true,
  request: object({ mobile: mobile(), asked: askedField, code: text(1, 20) }),
  answer: data(enteredConsole),
  reasons: [
    'CODE_WRONG',
    'CODE_ENDED',
    'FACE_REQUIRED',
    'CREDENTIALS_LIMITED',
    'PERMISSION_DENIED',
    'LOGIN_METHOD_NOT_ALLOWED',
  ],
  title: { zh: '以短信验证码登录', en: 'Log in by a code' },
});

export const logInByPassword = pageOperation({
  path: '/pages/login/byPassword',
  caller: 'visitor',
  writes: true,
  startsSession: true,
  request: object({
    mobile: mobile(),
    password: text(1, 200),
    /** An authenticator code, or a recovery code. */
    factor: typedFactor,
  }),
  answer: data(enteredConsole),
  reasons: ['LOGIN_WRONG', 'CREDENTIALS_LIMITED', 'PERMISSION_DENIED', 'LOGIN_METHOD_NOT_ALLOWED'],
  title: { zh: '以密码登录', en: 'Log in by password' },
});

export const passkeyToLogIn = pageOperation({
  path: '/pages/login/passkeyOptions',
  caller: 'visitor',
  request: nothing,
  answer: data(object({ options: anyText() })),
  reasons: ['LOGIN_METHOD_NOT_ALLOWED'],
  title: { zh: '开始通行密钥登录', en: 'Begin logging in by passkey' },
});

export const logInByPasskey = pageOperation({
  path: '/pages/login/byPasskey',
  caller: 'visitor',
  writes: true,
  startsSession: true,
  request: object({ response: webAuthnText }),
  answer: data(enteredConsole),
  reasons: ['LOGIN_WRONG', 'CREDENTIALS_LIMITED', 'PERMISSION_DENIED', 'LOGIN_METHOD_NOT_ALLOWED'],
  title: { zh: '以通行密钥登录', en: 'Log in by passkey' },
});

/** @returns the address of the enterprise’s provider, to which the browser goes */
export const beginOidcLogin = pageOperation({
  path: '/pages/login/oidc',
  caller: 'visitor',
  writes: true,
  request: object({ corpId: id<'Corp'>(), next: optional(text(1, 500)) }),
  answer: data(object({ address: anyText() })),
  reasons: ['PERMISSION_DENIED', 'LOGIN_METHOD_NOT_ALLOWED'],
  title: { zh: '开始企业账号登录', en: 'Begin logging in by the enterprise’s provider' },
});

/** Called after a reload; null if the person has to log in. */
export const resumeConsole = pageOperation({
  path: '/pages/login/resume',
  caller: 'visitor',
  request: nothing,
  answer: data(object({ entered: nullable(enteredConsole) })),
  reasons: ['PERMISSION_DENIED'],
  title: { zh: '恢复控制台会话', en: 'Resume a session of the console' },
});

export const logOut = pageOperation({
  path: '/pages/login/leave',
  caller: 'visitor',
  writes: true,
  request: nothing,
  answer: data(nothing),
  reasons: ['PERMISSION_DENIED'],
  title: { zh: '退出登录', en: 'Log out' },
});

/** The second factor after a log-in by code: an authenticator code or a recovery code. */
export const confirmFactor = pageOperation({
  path: '/pages/login/factor',
  caller: 'console',
  consoleSession: 'begun',
  writes: true,
  startsSession: true,
  request: object({ factor: typedFactor }),
  answer: data(enteredConsole),
  reasons: ['CODE_WRONG', 'CODE_ENDED'],
  title: { zh: '提交第二因素', en: 'Give the second factor' },
});

export const passkeyToProve = pageOperation({
  path: '/pages/login/ownPasskeyOptions',
  caller: 'console',
  consoleSession: 'begun',
  request: nothing,
  answer: data(object({ options: anyText() })),
  title: { zh: '开始以本人通行密钥确认', en: 'Begin confirming by one’s passkey' },
});

export const confirmPasskey = pageOperation({
  path: '/pages/login/factorByPasskey',
  caller: 'console',
  consoleSession: 'begun',
  writes: true,
  startsSession: true,
  request: object({ response: webAuthnText }),
  answer: data(enteredConsole),
  reasons: ['LOGIN_WRONG'],
  title: { zh: '以通行密钥提交第二因素', en: 'Give the second factor by passkey' },
});

/** A session of the console for the member of an access link. */
export const enterByAccess = pageOperation({
  path: '/pages/login/byAccess',
  caller: 'link',
  links: { access: 'any' },
  writes: true,
  startsSession: true,
  request: nothing,
  answer: data(object({ address: anyText() })),
  errors: ['403'],
  reasons: ['NOT_MEMBER'],
  title: { zh: '以访问链接进入控制台', en: 'Open the console by an access link' },
});

/** The person’s own contract, opened on its page by a link of their own. */
export const openInConsole = pageOperation({
  path: '/pages/console/open',
  caller: 'console',
  consoleSession: 'any',
  writes: true,
  startsSession: true,
  request: object({
    corpId: id<'Corp'>(),
    flowId: id<'Flow'>(),
    /** The approval to decide; without one, the person’s part. */
    approvalId: optional(id<'Approval'>()),
  }),
  answer: data(object({ address: anyText() })),
  reasons: consoleDoorReasons,
  title: { zh: '打开本人的合同页面', en: 'Open the page of one’s contract' },
});

/** A link of the person’s own that an operation has returned, such as the one to place areas on a draft, without a code. */
export const openLinkInConsole = pageOperation({
  path: '/pages/console/openLink',
  caller: 'console',
  consoleSession: 'any',
  writes: true,
  startsSession: true,
  request: object({ corpId: id<'Corp'>(), address: text(1, 4000) }),
  answer: data(object({ address: anyText() })),
  reasons: consoleDoorReasons,
  title: { zh: '打开本人的链接', en: 'Open a link of one’s own' },
});
