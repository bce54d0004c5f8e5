/**
 * The table of who can bind whom, as in docs/security-for-integrators.md: a row for each act, a column for each
 * channel.
 */
import {
  type ActName,
  acts,
  type Channel,
  impossible,
  type PartName,
  type ProofName,
  parts,
  proofs,
  provenActs,
  table,
} from '../attacks/binding-table.js';

export type Language = 'en' | 'zh';
type Words = Readonly<Record<Language, string>>;

const words = (en: string, zh: string): Words => ({ en, zh });

const columns = {
  ownLink: words('own link', '本人链接'),
  ownSession: words('own session', '本人会话'),
  ownFrame: words('own frame', '本企业嵌入'),
  otherFrame: words('other frame', '其他嵌入'),
  approverLink: words('approver', '审批链接'),
  copierLink: words('copier', '抄送链接'),
  accessSession: words('access', '授权会话'),
  application: words('application', '本应用'),
  otherApplication: words('other application', '其他应用'),
  letIn: words('let in', '获准应用'),
} as const satisfies Partial<Record<Channel, Words>>;

const heads = [words('act', '操作'), words('part', '类型'), words('proof', '认证')];

const titles: Readonly<Record<ActName, Words>> = {
  fill: words('fill', '填写'),
  sign: words('sign', '签署'),
  remark: words('sign with a remark', '签署并加备注'),
  newPassword: words('sign, setting a password by code', '凭验证码设置密码并签署'),
  approve: words('approve', '审批'),
  refuse: words('refuse', '拒签'),
  transfer: words('transfer', '转交'),
  attach: words('attach a file', '添加附件'),
  extend: words('extend the deadline', '延长截止时间'),
  change: words('change the participant', '更换参与方'),
  pay: words('pay', '支付'),
  makeSeal: words('make a seal', '制作印章'),
  chooseSeal: words('choose the default seal', '设置默认印章'),
  memberPassword: words('set a member’s password', '设置成员的签署密码'),
  role: words('give a role', '授予角色'),
};

const partTitles: Readonly<Record<PartName, Words>> = {
  enterprise: words('enterprise', '企业'),
  personal: words('person', '个人'),
};

const proofTitles: Readonly<Record<ProofName, Words>> = {
  none: words('none', '无'),
  sms: words('code', '验证码'),
  memberPassword: words('member’s password', '成员密码'),
  ownPassword: words('own password', '本人密码'),
  face: words('face', '刷脸'),
};

const outcomeTitles: Readonly<Record<string, Words>> = {
  done: words('yes', '可以'),
  PERMISSION_DENIED: words('no', '不可'),
  elsewhere: words('elsewhere', '另一企业'),
};

const channels = Object.keys(columns).filter((each): each is keyof typeof columns => each in columns);

function cell(channel: Channel, act: ActName, part: PartName, column: number, language: Language): string {
  if (impossible(channel, act, part) !== null) return '';
  const row = table.find((each) => each.channel === channel && each.act === act && each.part === part);
  const outcome = row?.outcomes[column] ?? '?';
  return outcomeTitles[outcome]?.[language] ?? outcome;
}

function rowsOf(act: ActName, part: PartName, language: Language): readonly string[] {
  const proven = provenActs.includes(act);
  return (proven ? proofs : [null]).map((proof, column) => {
    const cells = channels.map((channel) => cell(channel, act, part, column, language));
    const proofTitle = proof === null ? '' : proofTitles[proof][language];
    return [titles[act][language], partTitles[part][language], proofTitle, ...cells].join(' | ');
  });
}

/** The lines of the table. */
export function bindingMatrix(language: Language): readonly string[] {
  const head = [...heads, ...channels.map((channel) => columns[channel])].map((each) => each[language]);
  const rows = acts
    .flatMap((act) => parts.map((part) => ({ act, part })))
    .filter(({ act, part }) => channels.some((channel) => impossible(channel, act, part) === null))
    .flatMap(({ act, part }) => rowsOf(act, part, language));
  return [head.join(' | '), head.map(() => '---').join(' | '), ...rows].map((line) => `| ${line} |`);
}
