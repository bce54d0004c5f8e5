/** Changes that people make to their own mobile number, account and name. */
import { data } from '../operation.js';
import { pageOperation } from '../page-operation.js';
import { choice, type Infer, nullable, object, optional, text } from '../schema.js';
import { mobile } from '../schemas/fields.js';
import { acceptances } from './acceptances.js';
import { enteredMine } from './mine.js';
import { anyText, nothing } from './page-fields.js';

/** The number has been changed and the previous session has ended. */
export const changedMobile = object({ entered: nullable(enteredMine) });
export type ChangedMobile = Infer<typeof changedMobile>;

/** Result of a face check that a person started for themselves. */
export const finishedOwnCheck = object({
  /**
   * - `returned`: confirmed after a long absence
   * - `renamed`: the name was corrected
   * - `found`: the account under another number was found and now has this number
   * - `proven`: a new identity was verified
   * - `nothing`: the person has no other account
   */
  outcome: choice(['returned', 'renamed', 'found', 'proven', 'nothing']),
  /** A new session if the previous one has ended. */
  entered: nullable(enteredMine),
});
export type FinishedOwnCheck = Infer<typeof finishedOwnCheck>;

export const sendMobileCode = pageOperation({
  path: '/pages/mine/mobile/sendCode',
  caller: 'person',
  writes: true,
  request: object({ to: choice(['old', 'new']), mobile: mobile() }),
  answer: data(nothing),
  errors: ['409', '1202', '1203'],
  reasons: ['CODE_LIMITED'],
  title: { zh: '发送更换手机号的验证码', en: 'Send a code for changing the mobile number' },
});

/** Ends all sessions, including this one; having proved both numbers, the person continues in a new one. */
export const changeMobile = pageOperation({
  path: '/pages/mine/mobile/change',
  caller: 'person',
  writes: true,
  startsSession: true,
  request: object({ mobile: mobile(), oldCode: text(1, 20), newCode: text(1, 20) }),
  answer: data(changedMobile),
  reasons: ['CODE_WRONG', 'CODE_ENDED'],
  errors: ['409'],
  title: { zh: '更换手机号', en: 'Change the mobile number' },
});

export const beginOwnCheck = pageOperation({
  path: '/pages/mine/face/begin',
  caller: 'person',
  beforeFace: true,
  writes: true,
  request: object({
    purpose: choice(['ownMobile', 'ownName', 'ownReturn']),
    realName: optional(text(1, 100)),
    identNum: optional(text(1, 100)),
    accepted: optional(acceptances),
  }),
  answer: data(object({ url: anyText() })),
  errors: ['409', 'AUTH_INFO_INVALID', 'FACE_SERVICE_UNAVAILABLE'],
  reasons: ['NOT_VERIFIED'],
  title: { zh: '发起本人的刷脸认证', en: 'Start one’s own face check' },
});

export const finishOwnCheck = pageOperation({
  path: '/pages/mine/face/finish',
  caller: 'person',
  beforeFace: true,
  writes: true,
  startsSession: true,
  request: object({
    orderNo: text(1, 200),
    code: text(1, 20),
    h5faceId: text(1, 200),
    newSign: text(1, 200),
  }),
  answer: data(finishedOwnCheck),
  errors: ['409', '1403', 'FACE_SERVICE_UNAVAILABLE'],
  reasons: ['NOT_VERIFIED'],
  title: { zh: '完成本人的刷脸认证', en: 'Finish one’s own face check' },
});
