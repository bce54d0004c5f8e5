import type { Adapter } from '../adapter.js';
import { MailNotSent, type MailSender } from './port.js';
import { SmtpSender } from './smtp-sender.js';
import { readSmtpTarget, SMTP_SETTINGS } from './smtp-target.js';

export const smtpAdapter: Adapter<MailSender> = {
  name: 'smtp',
  settings: SMTP_SETTINGS,
  open(settings, parts) {
    const target = readSmtpTarget(settings);
    const sender = new SmtpSender(target, parts);
    const server = `${target.host}:${target.port}`;
    return {
      port: sender,
      async check() {
        try {
          await sender.check();
        } catch (error) {
          if (!(error instanceof MailNotSent)) throw error;
          return {
            works: false,
            detail: { zh: `${server} 无法发送（${error.message}）`, en: `${server}: ${error.message}` },
            remedy: {
              zh: '更正以 SMTP_ 开头的设置，或让本机能够访问邮件服务器',
              en: 'correct the settings SMTP_*, or let this machine reach the mail server',
            },
          };
        }
        const account =
          target.account === null
            ? { zh: '不使用账号', en: 'without an account' }
            : { zh: '账号有效', en: 'and accepts the account' };
        return {
          works: true,
          detail: {
            zh: `${server} 以 TLS 模式 ${target.tls} 响应，${account.zh}；没有发送邮件`,
            en: `${server} answers by TLS mode ${target.tls} ${account.en}; nothing was sent`,
          },
        };
      },
    };
  },
};
