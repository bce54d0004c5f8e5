import type { MailLanguage } from '@cinnabar/api/schemas/email.js';
import type { NoticeKind, Said } from './facts.js';
import type { MailWords, WordedMails } from './mail-words.js';
import { englishMail } from './mail-words-en.js';
import { chineseMail } from './mail-words-zh.js';

const worded: Readonly<Record<MailLanguage, WordedMails>> = { zh: chineseMail, en: englishMail };

export function wordMail<Kind extends NoticeKind>(
  { kind, facts }: Said<Kind>,
  language: MailLanguage,
): MailWords {
  return worded[language][kind](facts);
}
