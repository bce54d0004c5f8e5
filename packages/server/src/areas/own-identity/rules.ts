import type { Words } from '../../operation/refusal.js';

/** Who has a mobile that a person wants, as that person stands to them. */
export type Holder =
  | { readonly kind: 'nobody' }
  /** `samePerson`: has proven the same ID document number, under another account. */
  | { readonly kind: 'unproven' | 'samePerson'; readonly hasAnything: boolean }
  /** Has proven another ID document number. */
  | { readonly kind: 'somebodyElse' };

/** `pass`: whoever has it goes on without a mobile. */
export type MobileVerdict =
  | { readonly kind: 'free' | 'pass' }
  | { readonly kind: 'refused'; readonly words: Words };

/**
 * Whether a mobile can become a person's, who has shown that they have it in their hands. Contracts stay with the
 * account that they were sent to: an account that nobody could enter any more would lose them, and joined to another
 * they might come to somebody for whom they were not meant. So an account that has anything keeps its mobile, unless
 * its person and whoever takes the mobile have proven to be two people: then the network has given the number away.
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
