/**
 * The wording of every text message, in Chinese. `{name}` is a placeholder for a parameter. The purposes of codes are
 * worded in code-uses.ts.
 *
 * Providers in China send only approved texts: the operator registers these texts with a provider, and an adapter finds
 * the provider's template by the name used here.
 */

/** States the purpose of the code, so that a recipient who reads it out knows what it authorises. */
const CODE = '验证码 {code}，用于{use}，{minutes} 分钟内有效。请勿告知他人，如非本人操作请忽略。';

const texts = {
  // Codes: the four scenarios of the interface.
  commSms: CODE,
  sign: CODE,
  approval: CODE,
  signPwd: CODE,

  // Contracts.
  flowTurn: '{corpName}邀请您{act}合同：{flowTitle}。{until}{link}',
  flowDeadline: '{corpName}邀请您{act}的合同将于 {deadline} 截止：{flowTitle}。{link}',
  flowExtended: '{corpName}已将合同的签署截止时间改为 {deadline}：{flowTitle}。{link}',
  flowRefused: '合同已被拒签：{flowTitle}。',
  flowRevoked: '合同已被撤销：{flowTitle}。',
  flowCompleted: '合同已签署完成：{flowTitle}。{link}',
  partUnreached: '合同轮到{name}处理，但其手机号已失效，未能通知：{flowTitle}。请联系本人，或更换签署人。',
  partDisowned: '有人打开发给{name}的链接，表示不是本人：{flowTitle}。请核对手机号，必要时更换签署人。',

  // Approvals and automatic seals.
  approvalTurn: '{name}请您审批{what}：{flowTitle}。{until}{link}',
  approvalPassed: '您申请的审批已通过：{flowTitle}。',
  approvalRejected: '您申请的审批已被驳回：{flowTitle}。{reason}',
  approvalEnded: '您申请的审批已终止：{flowTitle}。{reason}',
  automaticSealAsked:
    '{corpName}申请以您的名义使用“{sealName}”自动落章，须由您本人同意，请打开链接查看：{link}',

  // Members and enterprises.
  membershipInvited: '{corpName}邀请您成为其成员，请由本人打开链接确认：{link}',
  membershipAsked: '{name}申请成为{corpName}的成员，请登录后处理。',
  membershipAccepted: '您已成为{corpName}的成员，可以继续处理合同。',
  registrationAsked: '{name}正在登记{corpName}，您是其法定代表人。如属实，请由您本人打开链接刷脸确认：{link}',
  registrationConfirmed: '企业登记已确认，您是{corpName}的所有者，可以继续处理合同。',
  certificateDue: '{corpName}的签名证书{until}，{advice}',
  passwordReplaced: '您在{corpName}的签署密码已被重新设置。如非本人操作，请联系企业管理员。',
  mobileChanged: '您的手机号已更换为 {mobile}，原手机号不能再登录。如非本人操作，请立即联系平台客服。',
  newDevice:
    '您的账号在新设备上登录了企业控制台：{device}。如非本人操作，请登录后在“登录与安全”中退出该设备，并联系企业管理员。',
  factorChanged:
    '您登录企业控制台的方式有变动：{change}。如非本人操作，请登录后在“登录与安全”中改回，并联系企业管理员。',
  factorsReset:
    '平台已清除您的登录密码、动态口令和通行密钥，请用短信验证码登录后重新设置。如非本人要求，请立即联系平台客服。',
  webhookDisabled: '{corpName}的事件回调（{host}）连续三天无法送达，已停用。修复后请重新启用。',
} as const;

export type SmsTemplate = keyof typeof texts;

type GapsOf<Text extends string> = Text extends `${string}{${infer Gap}}${infer Rest}`
  ? Gap | GapsOf<Rest>
  : never;

/** All parameters of a template. */
export type ParametersOf<Template extends SmsTemplate> = Template extends SmsTemplate
  ? Readonly<Record<GapsOf<(typeof texts)[Template]>, string>>
  : never;

/** All templates, in the order of this file. */
export const smsTemplates: readonly SmsTemplate[] = Object.keys(texts).filter(
  (name): name is SmsTemplate => name in texts,
);

export function templateText(template: SmsTemplate): string {
  return texts[template];
}

/** The placeholders of a template, each once, in their order in the text. */
export function placeholdersOf(template: SmsTemplate): readonly string[] {
  return [...new Set([...texts[template].matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name))];
}

/** The values of the placeholders as providers with approved templates take them: see SmsMessage. */
export function approvedParameters(
  template: SmsTemplate,
  parameters: Readonly<Record<string, string>>,
  baseUrl: string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    placeholdersOf(template).map((name) => {
      const value = parameters[name] ?? '';
      return [
        name,
        name === 'link' && value.startsWith(`${baseUrl}/`) ? value.slice(baseUrl.length + 1) : value,
      ];
    }),
  );
}

/** The text as sent, without the sender's name, which the provider prepends. */
export function messageText(template: SmsTemplate, parameters: Readonly<Record<string, string>>): string {
  return texts[template].replace(/\{(\w+)\}/g, (_gap, name: string) => parameters[name] ?? '');
}
