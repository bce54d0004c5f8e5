/** A person's memberships: access to the person's own contracts, and leaving an enterprise. */
import { data } from '../operation.js';
import { pageOperation } from '../page-operation.js';
import { boolean, choice, type Infer, id, list, nullable, object, text } from '../schema.js';
import { acceptances } from './acceptances.js';
import { anyText, nothing } from './page-fields.js';

/** An enterprise of which the person is a member or to which they are invited. */
export const myEnterprise = object({
  corpId: id<'Corp'>(),
  corpName: anyText(),
  state: choice(['valid', 'invited']),
  /**
   * Whether the person may grant its applications access to their own contracts: this requires verification towards it.
   */
  canOpen: boolean(),
  /** When its applications were granted access to all of the person's own contracts; null if not granted. */
  openSince: nullable(anyText()),
});
export type MyEnterprise = Infer<typeof myEnterprise>;

export const myEnterprises = object({ enterprises: list(myEnterprise) });
export type MyEnterprises = Infer<typeof myEnterprises>;

const oneCorp = object({ corpId: id<'Corp'>() });

export const listMyEnterprises = pageOperation({
  path: '/pages/mine/enterprises',
  caller: 'person',
  request: nothing,
  answer: data(myEnterprises),
  title: { zh: '我的企业', en: 'List one’s enterprises' },
});

export const sendCodeToOpenContracts = pageOperation({
  path: '/pages/mine/personalContracts/sendCode',
  caller: 'person',
  writes: true,
  request: oneCorp,
  answer: data(nothing),
  errors: ['1202', '1203'],
  reasons: ['NOT_MEMBER', 'NOT_VERIFIED', 'CODE_LIMITED'],
  title: {
    zh: '发送个人合同授权的验证码',
    en: 'Send a code for granting an enterprise access to one’s contracts',
  },
});

export const openPersonalContracts = pageOperation({
  path: '/pages/mine/personalContracts/open',
  caller: 'person',
  writes: true,
  request: object({ ...oneCorp.fields, code: text(1, 20), accepted: acceptances }),
  answer: data(nothing),
  reasons: ['NOT_MEMBER', 'NOT_VERIFIED', 'CODE_WRONG', 'CODE_ENDED'],
  title: { zh: '授权企业访问个人合同', en: 'Grant an enterprise access to one’s contracts' },
});

export const closePersonalContracts = pageOperation({
  path: '/pages/mine/personalContracts/close',
  caller: 'person',
  writes: true,
  request: oneCorp,
  answer: data(nothing),
  title: { zh: '撤回个人合同授权', en: 'Withdraw an enterprise’s access to one’s contracts' },
});

export const leaveEnterprise = pageOperation({
  path: '/pages/mine/enterprises/leave',
  caller: 'person',
  writes: true,
  request: oneCorp,
  answer: data(nothing),
  errors: ['MEMBER_NOT_FOUND', 'MEMBER_DELETE_FAILED'],
  title: { zh: '退出企业', en: 'Leave an enterprise' },
});
