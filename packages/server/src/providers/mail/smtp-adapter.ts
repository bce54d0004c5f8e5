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
          const remedy = 'correct the settings SMTP_*, or let this machine reach the mail server';
          return { works: false, detail: `${server}: ${error.message}`, remedy };
        }
        const account = target.account === null ? 'without an account' : 'and accepts the account';
        return {
          works: true,
          detail: `${server} answers by TLS mode ${target.tls} ${account}; nothing was sent`,
        };
      },
    };
  },
};
