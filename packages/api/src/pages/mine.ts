/** A person's session for all their contracts: signing in, listing and opening them. */
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

/** The session of a person who has proved their mobile number. */
export const enteredMine = object({
  /** Sent in the header `personSession` of every request. */
  session: anyText(),
  /** Masked. */
  mobile: anyText(),
  /** The proven name, masked; null if none is proven. */
  realName: nullable(anyText()),
  /** Whether a face check is required after a long absence, before anything is shown. */
  needsFace: boolean(),
  /** Whether a face check provider is configured. */
  canShowFace: boolean(),
});
export type EnteredMine = Infer<typeof enteredMine>;

const copierId: Schema<number> = id<'Copier'>();

export const myContract = object({
  /** What the person has to do now; null if nothing. */
  task: nullable(choice(['fill', 'sign', 'pay', 'approve'])),
  flowId: id<'Flow'>(),
  /** Set if the person is a participant. */
  participantId: nullable(id<'Participant'>()),
  /** Set if the person may decide the approval. */
  approvalId: nullable(id<'Approval'>()),
  /** Set if the person received a copy. */
  copierId: nullable(copierId),
  title: anyText(),
  /** The sender; for an approval, the requester. */
  from: anyText(),
  /** The enterprise for which the person acts; null if for themselves. */
  actingFor: nullable(anyText()),
  status: flowStatus(),
  deadline: nullable(anyText()),
  createTime: anyText(),
});
export type MyContract = Infer<typeof myContract>;

export const myContracts = object({
  /** All contracts that await the person, oldest first. */
  waiting: list(myContract),
  /** A page of the other contracts, newest first. */
  others: list(myContract),
  /** Whether there are further pages: their number would take long to count. */
  hasMore: boolean(),
});
export type MyContracts = Infer<typeof myContracts>;

/** Answers alike for unknown numbers, so that nobody can find out who is registered. */
export const sendMineCode = pageOperation({
  path: '/pages/mine/sendCode',
  caller: 'visitor',
  writes: true,
  request: object({ mobile: mobile(), asked: askedField }),
  answer: data(askedCode),
  errors: ['1202', '1203'],
  reasons: ['CODE_LIMITED'],
  title: { zh: '发送“我的合同”的验证码', en: 'Send a code for signing in to one’s contracts' },
});

export const enterMine = pageOperation({
  path: '/pages/mine/enter',
  caller: 'visitor',
  writes: true,
  startsSession: true,
  request: object({ mobile: mobile(), asked: askedField, code: text(1, 20) }),
  answer: data(enteredMine),
  reasons: ['CODE_WRONG', 'CODE_ENDED'],
  title: { zh: '进入“我的合同”', en: 'Sign in to one’s contracts' },
});

/** Called after a reload; null if the person must sign in. */
export const resumeMine = pageOperation({
  path: '/pages/mine/resume',
  caller: 'visitor',
  request: nothing,
  answer: data(object({ entered: nullable(enteredMine) })),
  title: { zh: '恢复“我的合同”的会话', en: 'Resume the session of one’s contracts' },
});

export const listMine = pageOperation({
  path: '/pages/mine/contracts',
  caller: 'person',
  request: object({ page: int32(1, 1000) }),
  answer: data(myContracts),
  title: { zh: '我的合同', en: 'List one’s contracts' },
});

/** The mobile number is already proved: the contract opens without another code, by a link and session of its own. */
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
  title: { zh: '打开我的一份合同', en: 'Open one of one’s contracts' },
});

export const leaveMine = pageOperation({
  path: '/pages/mine/leave',
  caller: 'visitor',
  writes: true,
  request: nothing,
  answer: data(nothing),
  title: { zh: '退出“我的合同”', en: 'Sign out of one’s contracts' },
});
