/**
 * Kinds of link, and what their sessions may request. An operation lists in `links` the kinds that may call it; all
 * others are refused, whatever rights the person has elsewhere.
 */
interface Words {
  readonly zh: string;
  readonly en: string;
}

/** Kinds of link and their purpose. */
export const linkKinds = {
  sign: { zh: '签署合同', en: 'sign a contract' },
  fill: { zh: '填写合同', en: 'fill in a contract' },
  copy: { zh: '查看抄送的合同', en: 'read a copy of a contract' },
  draft: { zh: '在草稿上放置控件并发起', en: 'place controls on a draft and send it' },
  approval: { zh: '审批', en: 'decide an approval' },
  personalAuth: { zh: '成员实名认证', en: 'verify oneself as a member' },
  invitation: { zh: '同意成为成员', en: 'agree to be a member' },
  access: { zh: '以成员身份使用页面', en: 'use the pages as a member' },
  registration: { zh: '法定代表人确认企业注册', en: 'decide on the registration of an enterprise' },
  autoSign: { zh: '同意自动落章', en: 'consent to automatic seals' },
  seals: { zh: '管理印章', en: 'manage seals' },
  templates: { zh: '管理模板', en: 'manage templates' },
} as const satisfies Readonly<Record<string, Words>>;

export type LinkKind = keyof typeof linkKinds;

/** Restrictions on the requests that a link session may make. */
export const linkScopes = {
  any: { zh: '全部', en: 'any' },
  ownFlow: {
    zh: '链接所属合同，以及本人的参与部分（如有）',
    en: 'the contract of the link and, where it has one, its own part',
  },
  ownPart: { zh: '本人的参与部分', en: 'its own part' },
  ownApproval: { zh: '链接所属审批', en: 'the approval of the link' },
  ownRequest: {
    zh: '链接所属合同中，本人提交的待审批申请',
    en: 'an open approval that its person requested for the contract of the link',
  },
  ownTemplate: {
    zh: '链接所属模板；未指定模板的链接为全部',
    en: 'the template of the link, or any where it names none',
  },
  everyTemplate: { zh: '仅限未指定模板的链接', en: 'a link that names no template' },
  codeToSign: {
    zh: '发往本人手机、用于签署或设置签署密码的验证码',
    en: 'codes to the person’s own mobile, for signing or for a signing password',
  },
  codeToApprove: {
    zh: '发往本人手机、用于审批或设置签署密码的验证码',
    en: 'codes to the person’s own mobile, for approving or for a signing password',
  },
  codeToSignOnly: {
    zh: '发往本人手机、用于签署的验证码',
    en: 'codes to the person’s own mobile, for signing',
  },
  faceToSign: { zh: '签署链接所属合同的刷脸认证', en: 'a face check for signing the contract of the link' },
  faceToApprove: { zh: '审批的刷脸认证', en: 'a face check for an approval' },
  withoutPassword: { zh: '不以签署密码确认', en: 'without a signing password as the proof' },
} as const satisfies Readonly<Record<string, Words>>;

export type LinkScope = keyof typeof linkScopes;

/** The kinds of link that may call an operation, each with its restriction. */
export type LinkRules = Readonly<Partial<Record<LinkKind, LinkScope>>>;

/**
 * How long an operation accepts a link session:
 * - `done`: until the link's task is done
 * - `paid`: also while a payment due after signing is outstanding
 * - `afterPayment`: also after that payment
 * - `withdrawn`: until the link itself is withdrawn, so that the person can see the outcome
 */
export type LinkEnd = 'done' | 'paid' | 'afterPayment' | 'withdrawn';

/** Applies one scope to several kinds of link. */
export function scopeFor<const K extends LinkKind>(
  scope: LinkScope,
  ...kinds: readonly K[]
): Readonly<Record<K, LinkScope>>;
export function scopeFor(scope: LinkScope, ...kinds: readonly LinkKind[]): LinkRules {
  return Object.fromEntries(kinds.map((kind) => [kind, scope]));
}
