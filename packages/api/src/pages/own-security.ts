/** How a person logs in, and where they are logged in: their own security settings. */
import { data } from '../operation.js';
import { pageOperation } from '../page-operation.js';
import { boolean, choice, type Infer, id, int32, list, nullable, object, text } from '../schema.js';
import { anyText, nothing } from './page-fields.js';

export const ownSession = object({
  sessionId: id<'ConsoleSession'>(),
  /** Program and system; "" if unknown. */
  device: anyText(),
  /** Masked address. */
  place: anyText(),
  method: choice(['sms', 'password', 'passkey', 'oidc', 'access', 'demo']),
  createTime: anyText(),
  lastTime: anyText(),
  isThis: boolean(),
});
export type OwnSession = Infer<typeof ownSession>;

export const ownPasskey = object({
  passkeyId: anyText(),
  name: anyText(),
  createTime: anyText(),
  lastTime: nullable(anyText()),
});
export type OwnPasskey = Infer<typeof ownPasskey>;

export const ownSecurity = object({
  /** Masked. */
  mobile: anyText(),
  hasPassword: boolean(),
  hasTotp: boolean(),
  recoveryCodesLeft: int32(0, 100),
  passkeys: list(ownPasskey),
  /** Whether this service has a name, without which browsers offer no passkeys. */
  canHavePasskeys: boolean(),
  /** Whether a fresh proof has been given, and counts for some minutes. */
  isFresh: boolean(),
  sessions: list(ownSession),
});
export type OwnSecurity = Infer<typeof ownSecurity>;

export const viewOwnSecurity = pageOperation({
  path: '/pages/security/view',
  caller: 'console',
  request: nothing,
  answer: data(ownSecurity),
  title: { zh: '查看登录与安全', en: 'View one’s security settings' },
});

export const sendFreshCode = pageOperation({
  path: '/pages/security/sendCode',
  caller: 'console',
  writes: true,
  request: nothing,
  answer: data(nothing),
  errors: ['1202', '1203'],
  reasons: ['CODE_LIMITED'],
  title: { zh: '发送确认本人操作的验证码', en: 'Send a code for a fresh proof' },
});

/** A face check of the person. @returns the address of its page, which opens on any device */
export const beginFaceProof = pageOperation({
  path: '/pages/security/beginFace',
  caller: 'console',
  writes: true,
  startsSession: true,
  request: nothing,
  answer: data(object({ orderNo: anyText(), address: anyText() })),
  errors: ['FACE_SERVICE_UNAVAILABLE'],
  reasons: ['NOT_VERIFIED', 'CREDENTIALS_LIMITED'],
  title: { zh: '开始以刷脸确认本人操作', en: 'Begin a fresh proof by a face check' },
});

/** Of a check of this session; any other is `expired`. */
export const viewFaceProof = pageOperation({
  path: '/pages/security/viewFace',
  caller: 'console',
  request: object({ orderNo: text(1, 200) }),
  answer: data(object({ state: choice(['open', 'passed', 'failed', 'expired']) })),
  title: { zh: '查看刷脸确认的状态', en: 'View the state of a face check for a fresh proof' },
});

export const proveFresh = pageOperation({
  path: '/pages/security/prove',
  caller: 'console',
  writes: true,
  request: object({
    /**
     * `factor`: an authenticator code or a recovery code; `passkey`: the answer of the authenticator, as JSON; `face`: the
     * number of a passed check.
     */
    kind: choice(['code', 'factor', 'passkey', 'face']),
    value: text(1, 20_000),
  }),
  answer: data(nothing),
  errors: ['1403'],
  reasons: ['CODE_WRONG', 'CODE_ENDED', 'LOGIN_WRONG'],
  title: { zh: '确认本人操作', en: 'Give a fresh proof' },
});

export const setPassword = pageOperation({
  path: '/pages/security/setPassword',
  caller: 'console',
  writes: true,
  freshProof: true,
  request: object({ password: text(1, 200) }),
  answer: data(nothing),
  title: { zh: '设置登录密码', en: 'Set one’s password' },
});

export const dropPassword = pageOperation({
  path: '/pages/security/dropPassword',
  caller: 'console',
  writes: true,
  freshProof: true,
  request: nothing,
  answer: data(nothing),
  title: { zh: '删除登录密码', en: 'Remove one’s password' },
});

export const offerTotp = pageOperation({
  path: '/pages/security/offerTotp',
  caller: 'console',
  writes: true,
  freshProof: true,
  startsSession: true,
  request: nothing,
  answer: data(
    object({
      /** Base32, for typing. */
      secret: anyText(),
      /** For the QR code. */
      address: anyText(),
    }),
  ),
  errors: ['409'],
  title: { zh: '开始绑定动态口令', en: 'Begin setting up an authenticator app' },
});

/** Recovery codes, if these are the person’s first; they are shown once. */
const recoveryCodes = data(object({ recoveryCodes: list(anyText()) }));

export const acceptTotp = pageOperation({
  path: '/pages/security/acceptTotp',
  caller: 'console',
  writes: true,
  freshProof: true,
  startsSession: true,
  request: object({ code: text(1, 20) }),
  answer: recoveryCodes,
  errors: ['409'],
  reasons: ['CODE_WRONG'],
  title: { zh: '完成绑定动态口令', en: 'Finish setting up an authenticator app' },
});

export const dropTotp = pageOperation({
  path: '/pages/security/dropTotp',
  caller: 'console',
  writes: true,
  freshProof: true,
  request: nothing,
  answer: data(nothing),
  title: { zh: '解除动态口令', en: 'Remove one’s authenticator app' },
});

export const renewRecoveryCodes = pageOperation({
  path: '/pages/security/recoveryCodes',
  caller: 'console',
  writes: true,
  freshProof: true,
  startsSession: true,
  request: nothing,
  answer: recoveryCodes,
  errors: ['409'],
  title: { zh: '重新生成恢复码', en: 'Make new recovery codes' },
});

export const offerPasskey = pageOperation({
  path: '/pages/security/offerPasskey',
  caller: 'console',
  writes: true,
  freshProof: true,
  request: nothing,
  answer: data(object({ options: anyText() })),
  errors: ['409'],
  title: { zh: '开始添加通行密钥', en: 'Begin adding a passkey' },
});

export const acceptPasskey = pageOperation({
  path: '/pages/security/acceptPasskey',
  caller: 'console',
  writes: true,
  freshProof: true,
  startsSession: true,
  request: object({ response: text(1, 20_000) }),
  answer: recoveryCodes,
  title: { zh: '完成添加通行密钥', en: 'Finish adding a passkey' },
});

export const dropPasskey = pageOperation({
  path: '/pages/security/dropPasskey',
  caller: 'console',
  writes: true,
  freshProof: true,
  request: object({ passkeyId: text(1, 2000) }),
  answer: data(nothing),
  title: { zh: '删除通行密钥', en: 'Remove a passkey' },
});

export const endOwnSession = pageOperation({
  path: '/pages/security/endSession',
  caller: 'console',
  writes: true,
  request: object({ sessionId: id<'ConsoleSession'>() }),
  answer: data(nothing),
  title: { zh: '退出一台设备', en: 'End one of one’s sessions' },
});

export const endOwnOtherSessions = pageOperation({
  path: '/pages/security/endOtherSessions',
  caller: 'console',
  writes: true,
  request: nothing,
  answer: data(nothing),
  title: { zh: '退出其他设备', en: 'End all of one’s other sessions' },
});
