/** Values of entries in words: the audit keeps what the interface says, which is not what people read. Pure. */
import { SealStatus } from '@cinnabar/api/enums.js';
import { momentInFull } from '../format/dates.js';
import type { Language } from '../text/languages.js';
import { actWords } from './act-words.js';

type Words = readonly [zh: string, en: string];

const states: Readonly<Record<SealStatus, Words>> = {
  [SealStatus.enabled]: ['启用', 'enabled'],
  [SealStatus.pendingReview]: ['待审核', 'awaits review'],
  [SealStatus.rejected]: ['审核未通过', 'rejected'],
  [SealStatus.suspended]: ['停用', 'suspended'],
};

const ways: Readonly<Record<string, Words>> = {
  sms: ['短信验证码', 'SMS code'],
  password: ['密码', 'password'],
  passkey: ['通行密钥', 'passkey'],
  oidc: ['企业账号', 'enterprise account'],
  access: ['访问链接', 'access link'],
  demo: ['沙箱一键进入', 'one click in the sandbox'],
  totp: ['动态口令', 'authenticator app'],
  recovery: ['恢复码', 'recovery code'],
  recoveryCodes: ['恢复码', 'recovery codes'],
  all: ['全部方式', 'all ways'],
};

const yesOrNo: Readonly<Record<string, Words>> = { 0: ['否', 'no'], 1: ['是', 'yes'] };

/** By field, then by value. */
const values: Readonly<Record<string, Readonly<Record<string, Words>>>> = {
  method: ways,
  factor: ways,
  way: ways,
  change: { set: ['已设置', 'set'], removed: ['已移除', 'removed'] },
  status: states,
  identStatus: {
    identified: ['已认证', 'verified'],
    unidentified: ['未认证', 'not verified'],
    invalid: ['已停用', 'stopped'],
  },
  ledger: { contract: ['合同', 'contracts'], collection: ['收款', 'collections'] },
  duties: { system: ['系统', 'system'], security: ['安全', 'security'], audit: ['审计', 'audit'] },
  outcome: { ok: ['正常', 'in order'], warn: ['需留意', 'to note'], error: ['需处理', 'to mend'] },
  templateStatus: { 0: ['停用', 'disabled'], 1: ['启用', 'enabled'] },
  sealStyle: { 1: ['模板印章', 'from a template'], 3: ['图片印章', 'from a picture'] },
  categoryType: {
    PUBLIC: ['公章', 'official seal'],
    CONTRACT: ['合同专用章', 'contract seal'],
    FINANCE: ['财务专用章', 'finance seal'],
    HR: ['人事专用章', 'personnel seal'],
    LEGAL_PERSON: ['法定代表人章', 'seal of the legal representative'],
    OTHER: ['其他', 'other'],
  },
  authorRole: { SEAL_USER: ['用印人', 'uses the seal'], SEAL_EXAMINER: ['审批人', 'approves its use'] },
  authorRange: { 0: ['全部合同', 'all contracts'], 1: ['指定模板', 'certain templates'] },
  scope: { own: ['本人', 'own'], enterprise: ['企业', 'enterprise'] },
  merchantType: {
    0: ['服务商', 'service provider'],
    1: ['二级商户', 'second-level merchant'],
    2: ['普通商户', 'merchant'],
    3: ['服务商二级商户', 'second-level merchant of a service provider'],
  },
  sealApproval: { free: ['有权者直接使用', 'used directly'], strict: ['须审批', 'after approval'] },
  loginMethods: ways,
  smsNotices: {
    turn: ['轮到签署', 'turn'],
    completion: ['合同完成', 'completion'],
    refusal: ['拒签', 'refusal'],
    deadline: ['即将截止', 'deadline'],
  },
  autoSign: yesOrNo,
  examinerNotify: yesOrNo,
  accept: yesOrNo,
};

/** Words that other parts of the page have too. */
interface CommonWords {
  readonly language: Language;
  readonly empty: string;
  readonly yes: string;
  readonly no: string;
  readonly roles: ReadonlyMap<string, string>;
  /** Between two roles. */
  readonly between: string;
}

/** A value as people read it; one that has no words is shown as it is. */
export function factWords(field: string, value: string | null, common: CommonWords): string {
  const { language, roles, between, ...t } = common;
  if (value === null || value === '') return t.empty;
  if (value === 'true') return t.yes;
  if (value === 'false') return t.no;
  if (field === 'act') return actWords(value, language);
  if (MOMENT.test(value)) return momentInFull(localTime(new Date(value)));
  const known = new Map(Object.entries(values[field] ?? {}));
  const wordsOf = (each: string): string | undefined =>
    field === 'roles' ? roles.get(each) : known.get(each)?.[language === 'zh' ? 0 : 1];
  const whole = wordsOf(value);
  if (whole !== undefined || !isList(field)) return whole ?? value;
  return value
    .split(/, ?/)
    .map((each) => wordsOf(each) ?? each)
    .join(between);
}

function isList(field: string): boolean {
  return ['roles', 'loginMethods', 'smsNotices', 'duties'].includes(field);
}

/** As the audit keeps times. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** In the time zone of the reader. */
function localTime(moment: Date): string {
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString();
}
