/** What is stored about a person, on their own page: its export and its erasure. */
import { data, fileStream } from '../operation.js';
import { pageOperation } from '../page-operation.js';
import { boolean, choice, type Infer, list, nullable, object, optional, text } from '../schema.js';
import { agreementNames } from './agreements.js';
import { anyText, nothing } from './page-fields.js';

export const myData = object({
  /** Why the data cannot be erased yet, as sentences in the language of the request; empty: nothing is in the way. */
  reasons: list(anyText()),
  /** Whether a second factor is needed besides the code. */
  needsFactor: boolean(),
  /** Contracts that keep naming the person. */
  keptContracts: list(object({ flowCode: anyText(), corpName: anyText() })),
});
export type MyData = Infer<typeof myData>;

export const viewMyData = pageOperation({
  path: '/pages/mine/data/view',
  caller: 'person',
  request: nothing,
  answer: data(myData),
  title: { zh: '查看个人信息的注销条件', en: 'View what is in the way of erasing one’s data' },
});

/** The code proves one of the two acts, in this session only. */
export const sendMyDataCode = pageOperation({
  path: '/pages/mine/data/sendCode',
  caller: 'person',
  writes: true,
  request: object({ act: choice(['export', 'erase']) }),
  answer: data(nothing),
  errors: ['1202', '1203'],
  reasons: ['CODE_LIMITED'],
  title: { zh: '发送导出或注销的验证码', en: 'Send a code for exporting or erasing one’s data' },
});

const proof = object({
  code: text(1, 20),
  /** An authenticator code or a recovery code, of a person who has a second factor. */
  factor: optional(text(1, 100)),
});

export const exportMyData = pageOperation({
  path: '/pages/mine/data/export',
  caller: 'person',
  writes: true,
  request: proof,
  answer: fileStream,
  reasons: ['CODE_WRONG', 'CODE_ENDED'],
  title: { zh: '导出个人信息', en: 'Export one’s data' },
});

/** The session ends with it. */
export const eraseMyData = pageOperation({
  path: '/pages/mine/data/erase',
  caller: 'person',
  writes: true,
  request: proof,
  answer: data(object({ keptContracts: myData.fields.keptContracts })),
  errors: ['409'],
  reasons: ['CODE_WRONG', 'CODE_ENDED'],
  title: { zh: '注销并清除个人信息', en: 'Erase one’s data' },
});

export const myConsent = object({
  agreement: choice(agreementNames),
  version: anyText(),
  acceptTime: anyText(),
  /** null: it is in force. */
  withdrawTime: nullable(anyText()),
  /** `enterprise`: it ends by leaving the enterprise, or by withdrawing its access. */
  wayOut: choice(['here', 'enterprise']),
});
export type MyConsent = Infer<typeof myConsent>;

export const listMyConsents = pageOperation({
  path: '/pages/mine/consents',
  caller: 'person',
  request: nothing,
  answer: data(object({ consents: list(myConsent) })),
  title: { zh: '我同意的协议', en: 'List one’s consents' },
});

/** What was done with it stays valid; the next act that needs it asks for it again. */
export const withdrawMyConsent = pageOperation({
  path: '/pages/mine/consents/withdraw',
  caller: 'person',
  writes: true,
  request: object({ agreement: choice(agreementNames) }),
  answer: data(nothing),
  title: { zh: '撤回同意', en: 'Withdraw a consent' },
});
