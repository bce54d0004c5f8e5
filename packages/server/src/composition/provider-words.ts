/** What it means when a provider does not work, and what helps. */
import type { ProviderPort } from '@cinnabar/api/pages/platform-providers.js';
import type { MailFailure } from '../providers/mail/port.js';
import type { SmsFailure } from '../providers/sms/port.js';
import { error, type Finding, type Words } from './checks/finding.js';

/** What does not work without a provider, and what becomes of it. */
export const LOSSES: Readonly<Record<ProviderPort, Words>> = {
  sms: {
    zh: '收不到验证码的人无法登录和签署；通知在恢复后补发',
    en: 'who gets no code cannot log in or sign; notices are sent once it works again',
  },
  mail: {
    zh: '通知邮件在恢复后补发，短信不受影响',
    en: 'mails are sent once it works again; text messages are not affected',
  },
  identity: {
    zh: '未实名的人和企业无法认证，已认证的照常签署',
    en: 'new people and enterprises cannot be verified; those who are sign as before',
  },
  faces: {
    zh: '无法刷脸，须刷脸确认的签署暂停',
    en: 'nobody can show their face, and signatures that need it wait',
  },
  pay: {
    zh: '签署人无法付款；已付的订单在恢复后核对',
    en: 'nobody can pay; orders that were paid are settled once it works again',
  },
  timestamps: {
    zh: '没有可用的时间戳服务时，签名将为 B-B 级，恢复后自动补存档',
    en: 'without any authority signatures are of level B-B, and are archived by themselves once one works again',
  },
  office: {
    zh: '不能上传 doc、docx、odt 和 rtf 文件，PDF、图片和文本照常',
    en: 'doc, docx, odt and rtf are refused; PDF, pictures and text are taken',
  },
  certificates: {
    zh: '新证书暂不能签发；由该机构签发个人证书时，个人暂时不能签署。已有证书照常使用',
    en: 'no new certificates are issued, and people cannot sign where it issues theirs; existing ones work',
  },
  login: {
    zh: '该企业的成员不能以企业账号登录，其他登录方式照常',
    en: 'members of the enterprise cannot log in by it; the other ways work',
  },
};

const SEE_CONSOLE: Words = {
  zh: '在服务商的控制台查看原因',
  en: 'see the console of the provider',
};

const SMS_FAILURES: Readonly<Record<SmsFailure, { readonly what: Words; readonly remedy: Words }>> = {
  TEMPLATE_MISSING: {
    what: { zh: '没有验证码短信的模板或签名', en: 'has no template or sender name for codes' },
    remedy: {
      zh: '执行 cinnabar sms templates，将其中的文本提交审核，再把模板编号填入设置',
      en: 'run "cinnabar sms templates", hand the texts in, and name the ids in the settings',
    },
  },
  REFUSED: { what: { zh: '拒绝发送', en: 'will not send it' }, remedy: SEE_CONSOLE },
  NO_BALANCE: {
    what: { zh: '账号余额不足', en: 'has no money of the account left' },
    remedy: { zh: '充值，或购买新的套餐包', en: 'add money, or buy another package' },
  },
  INVALID_NUMBER: {
    what: { zh: '认为该手机号不能接收短信', en: 'says that the number takes no messages' },
    remedy: { zh: '换一个手机号再试', en: 'try another number' },
  },
  LIMITED: {
    what: { zh: '对该手机号发送过多，暂不发送', en: 'has sent this number too many messages' },
    remedy: { zh: '稍后再试，或换一个手机号', en: 'try again later, or another number' },
  },
  TRANSIENT: {
    what: { zh: '未能连接，短信未发出', en: 'was not reached, and sent nothing' },
    remedy: {
      zh: '让本机能够访问该服务商，或更正设置中的地址',
      en: 'let this machine reach it, or correct the address in the settings',
    },
  },
  UNKNOWN: {
    what: { zh: '没有给出可用的响应，短信可能已发出', en: 'gave no usable answer, and may have sent it' },
    remedy: SEE_CONSOLE,
  },
};

export function smsFailed(check: string, name: Words, failure: SmsFailure): Finding {
  const { what, remedy } = SMS_FAILURES[failure];
  return error(check, { zh: `${name.zh} ${what.zh}`, en: `${name.en} ${what.en}` }, remedy);
}

const MAIL_FAILURES: Readonly<Record<MailFailure, Words>> = {
  NO_SUCH_MAILBOX: {
    zh: '邮件服务器称该邮箱不存在或不接收邮件',
    en: 'the server says that the mailbox takes no mail',
  },
  REFUSED: { zh: '邮件服务器拒收这封邮件', en: 'the server refuses the mail' },
  TRANSIENT: {
    zh: '未连接到邮件服务器，或账号未被接受，邮件未发出',
    en: 'the server was not reached, or does not accept the account; nothing was sent',
  },
  UNKNOWN: {
    zh: '连接中断，邮件可能已发出',
    en: 'the connection was lost, and the mail may have been sent',
  },
};

export function mailFailed(check: string, failure: MailFailure): Finding {
  return error(check, MAIL_FAILURES[failure], {
    zh: '核对邮箱和以 SMTP_ 开头的设置',
    en: 'compare the address and the settings SMTP_*',
  });
}
