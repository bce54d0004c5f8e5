/**
 * A person's session for all their contracts: signing in, the list, and opening one of it. Moments as in all answers.
 */
import { data } from '../operation.js';
import { pageOperation } from '../page-operation.js';
import {
  boolean,
  choice,
  type Infer,
  id,
  int32,
  list,
  nullable,
  object,
  type Schema,
  text,
} from '../schema.js';
import { mobile } from '../schemas/fields.js';
import { askedCode } from './link.js';
import { anyText, askedField, flowStatus, nothing } from './page-fields.js';

/** A session of a person who has proved their mobile. */
export const enteredMine = object({
  /** Goes into the header `personSession` of every request. */
  session: anyText(),
  /** Masked. */
  mobile: anyText(),
  /** As they have proven it, masked; null: nothing is proven. */
  realName: nullable(anyText()),
  /** They were away for long: nothing is shown until they show their face. */
  needsFace: boolean(),
  /** Whether there is anybody who checks faces. */
  canShowFace: boolean(),
});
export type EnteredMine = Infer<typeof enteredMine>;

const copierId: Schema<number> = id<'Copier'>();

export const myContract = object({
  /** What they have to do now; null if nothing. */
  task: nullable(choice(['fill', 'sign', 'pay', 'approve'])),
  flowId: id<'Flow'>(),
  /** Set for a part of their own. */
  participantId: nullable(id<'Participant'>()),
  /** Set for an approval that they may decide. */
  approvalId: nullable(id<'Approval'>()),
  /** Set for a copy that they received. */
  copierId: nullable(copierId),
  title: anyText(),
  /** The sender; for an approval, the requester. */
  from: anyText(),
  /** The enterprise for which they act; null: for themselves. */
  actingFor: nullable(anyText()),
  status: flowStatus(),
  deadline: nullable(anyText()),
  createTime: anyText(),
});
export type MyContract = Infer<typeof myContract>;

export const myContracts = object({
  /** All that waits for them, the oldest first. */
  waiting: list(myContract),
  /** A page of the rest, the newest first. */
  others: list(myContract),
  othersCount: int32(),
});
export type MyContracts = Infer<typeof myContracts>;

/** To whoever asks: that nobody has heard of a mobile must not show. */
export const sendMineCode = pageOperation({
  path: '/pages/mine/sendCode',
  caller: 'visitor',
  writes: true,
  request: object({ mobile: mobile(), asked: askedField }),
  answer: data(askedCode),
  errors: ['1202', '1203'],
  reasons: ['CODE_LIMITED'],
  title: { zh: '发送“我的合同”的验证码', en: 'Send the code for one’s own contracts' },
});

export const enterMine = pageOperation({
  path: '/pages/mine/enter',
  caller: 'visitor',
  writes: true,
  startsSession: true,
  request: object({ mobile: mobile(), asked: askedField, code: text(1, 20) }),
  answer: data(enteredMine),
  reasons: ['CODE_WRONG', 'CODE_ENDED'],
  title: { zh: '进入“我的合同”', en: 'Enter one’s own contracts' },
});

/** After a reload; null where the person has to sign in. */
export const resumeMine = pageOperation({
  path: '/pages/mine/resume',
  caller: 'visitor',
  request: nothing,
  answer: data(object({ entered: nullable(enteredMine) })),
  title: { zh: '恢复“我的合同”的会话', en: 'Resume the session of one’s own contracts' },
});

export const listMine = pageOperation({
  path: '/pages/mine/contracts',
  caller: 'person',
  request: object({ page: int32(1, 1000) }),
  answer: data(myContracts),
  title: { zh: '我的合同', en: 'One’s own contracts' },
});

/** The mobile is proved already: the contract opens without another code, by a link and session of its own. */
export const openMine = pageOperation({
  path: '/pages/mine/open',
  caller: 'person',
  writes: true,
  startsSession: true,
  request: object({
    flowId: id<'Flow'>(),
    participantId: nullable(id<'Participant'>()),
    approvalId: nullable(id<'Approval'>()),
    copierId: nullable(copierId),
  }),
  answer: data(object({ address: anyText() })),
  title: { zh: '打开我的一份合同', en: 'Open one of one’s own contracts' },
});

export const leaveMine = pageOperation({
  path: '/pages/mine/leave',
  caller: 'visitor',
  writes: true,
  request: nothing,
  answer: data(nothing),
  title: { zh: '退出“我的合同”', en: 'End the session of one’s own contracts' },
});
