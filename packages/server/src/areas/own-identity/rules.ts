import type { Words } from '../../operation/refusal.js';

/** The holder of a mobile that a person claims, in relation to that person. */
export type Holder =
  | { readonly kind: 'nobody' }
  /** `samePerson`: has proven the same ID document number, under another account. */
  | { readonly kind: 'unproven' | 'samePerson'; readonly hasAnything: boolean }
  /** Has proven another ID document number. */
  | { readonly kind: 'somebodyElse' };

/** `pass`: the present holder is left without a mobile. */
export type MobileVerdict =
  | { readonly kind: 'free' | 'pass' }
  | { readonly kind: 'refused'; readonly words: Words };

/**
 * Whether a mobile can be assigned to a person who has proven its possession. Contracts stay with the account to which
 * they were sent: an account that nobody can enter would lose them, and merging it into another might disclose them to
 * somebody else. An account with any content therefore keeps its mobile, unless both its person and the claimant are
 * proven and different: then the network operator has reassigned the number.
 */
export function mobileVerdict(isProven: boolean, holder: Holder): MobileVerdict {
  if (holder.kind === 'nobody') return { kind: 'free' };
  if (holder.kind === 'somebodyElse')
    return isProven ? { kind: 'pass' } : { kind: 'refused', words: provenElsewhere };
  if (!holder.hasAnything) return { kind: 'pass' };
  return { kind: 'refused', words: holder.kind === 'samePerson' ? alsoYours : hasContracts };
}

const provenElsewhere: Words = {
  zh: '该手机号属于另一位已实名的用户。请先完成您自己的实名认证，再更换手机号',
  en: 'this mobile belongs to somebody else who is verified; verify your own identity before you change to it',
};

const hasContracts: Words = {
  zh: '该手机号名下已有合同或企业，不能并入。请用该号码登录“我的合同”处理，或使用另一手机号',
  en: 'this mobile has contracts or enterprises of its own, which cannot be joined: sign in with it to handle them, or use another mobile',
};

const alsoYours: Words = {
  zh: '该手机号是您的另一账号，名下已有合同或企业，不能合并。请继续用该号码处理，或使用另一手机号',
  en: 'this mobile is another account of yours with contracts or enterprises, and the two cannot be joined: go on using it for those, or use another mobile',
};
