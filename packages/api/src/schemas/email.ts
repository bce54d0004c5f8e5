import { choice, pattern, type Schema } from '../schema.js';

/**
 * A mail address of ASCII characters, of at most 254, of which 64 before the @ (RFC 5321 section 4.5.3.1). Quoted local
 * parts, comments and display names are not accepted, so that an address cannot carry anything into a header.
 */
const EMAIL =
  /^\s*(?=[^@]{1,64}@)(?=\S{3,254}\s*$)[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-zA-Z\d](?:[a-zA-Z\d-]{0,61}[a-zA-Z\d])?\.)+[a-zA-Z](?:[a-zA-Z\d-]{0,61}[a-zA-Z\d])\s*$/;

/** Normalises an address for storage: its domain in lower case. */
function normalised(given: string): string {
  const [local = '', domain = ''] = given.trim().split('@');
  return `${local}@${domain.toLowerCase()}`;
}

/** @returns the address as it is stored; null if the text is not an address */
export function plainEmail(given: string): string | null {
  return EMAIL.test(given) ? normalised(given) : null;
}

export function email(): Schema<string> {
  return pattern(EMAIL, { zh: '须为邮箱地址', en: 'must be a mail address' }, normalised).means(
    '邮箱地址，只用于发送通知：不据此识别或登录，也不向其发送验证码',
    'mail address, for notices only: nobody is identified or signed in by it, and no code is sent to it',
  );
}

/** The language of mail to a person. */
export const mailLanguage = choice(['zh', 'en']).means(
  '邮件语言；缺省时，大陆及港澳台手机号为 zh，其他为 en',
  'language of the mail; by default zh for mobile numbers of mainland China, Hong Kong, Macao and Taiwan, en for all others',
);

export type MailLanguage = 'zh' | 'en';
