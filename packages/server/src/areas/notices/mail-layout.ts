/** The layout of mail: one column, no pictures, no styles but those of the elements, which all mail programs display. */
import type { MailLanguage } from '@cinnabar/api/schemas/email.js';
import type { MailWords } from './mail-words.js';

/** A mail ready to be sent. */
interface LaidOutMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Longer subjects are cut off by mail programs; the heading repeats them in full. */
const MAX_SUBJECT = 120;

const notes = {
  zh: {
    link: '如按钮无法打开，请将此链接复制到浏览器：',
    code: '打开链接时，验证码会以短信发送到您的手机。我们不会通过邮件发送验证码，也不会通过邮件索取密码或验证码。',
    automatic: (host: string) => `本邮件由 ${host} 自动发送，请勿回复。`,
  },
  en: {
    link: 'If the button does not work, copy this link into your browser:',
    code: 'To open the link you need a code, which is sent to your mobile by text message. We never send codes by mail, and never ask for passwords or codes by mail.',
    automatic: (host: string) => `This mail was sent automatically by ${host}. Please do not reply.`,
  },
} as const;

/** @param host of the service, as the recipient sees it in links */
export function layOutMail(words: MailWords, language: MailLanguage, host: string): LaidOutMail {
  return {
    subject: shortened(words.subject),
    text: textOf(words, language, host),
    html: htmlOf(words, language, host),
  };
}

function shortened(subject: string): string {
  const characters = [...subject];
  return characters.length <= MAX_SUBJECT ? subject : `${characters.slice(0, MAX_SUBJECT - 1).join('')}…`;
}

function detailsOf({ details }: MailWords): MailWords['details'] {
  return details.filter(([, value]) => value !== '');
}

function textOf(words: MailWords, language: MailLanguage, host: string): string {
  const { subject, lead, action } = words;
  const note = notes[language];
  const colon = language === 'zh' ? '：' : ': ';
  return [
    subject,
    lead,
    detailsOf(words)
      .map(([label, value]) => `${label}${colon}${value}`)
      .join('\n'),
    ...(action === null ? [] : [`${action.label}${colon.trimEnd()}\n${action.link}`, note.code]),
    note.automatic(host),
  ]
    .filter((paragraph) => paragraph !== '')
    .join('\n\n')
    .concat('\n');
}

const FONT =
  "font-family:-apple-system,'Segoe UI','PingFang SC','Microsoft YaHei','Noto Sans SC',Helvetica,Arial,sans-serif";
const BREAKS = 'word-break:break-word;overflow-wrap:anywhere';

function htmlOf(words: MailWords, language: MailLanguage, host: string): string {
  const { subject, lead, action } = words;
  const note = notes[language];
  const rows = detailsOf(words).map(
    ([label, value]) =>
      `<tr><td style="padding:6px 16px 6px 0;color:#6b6b63;white-space:nowrap;vertical-align:top">${escaped(label)}</td>` +
      `<td style="padding:6px 0;color:#1f1f1b;${BREAKS}">${escaped(value)}</td></tr>`,
  );
  const parts = [
    `<h1 style="margin:0 0 12px;font-size:20px;line-height:1.4;font-weight:600;color:#1f1f1b;${BREAKS}">${escaped(subject)}</h1>`,
    `<p style="margin:0 0 16px;color:#3b3b35;${BREAKS}">${escaped(lead)}</p>`,
    rows.length === 0
      ? ''
      : `<table role="presentation" style="border-collapse:collapse;margin:0 0 20px;font-size:15px">${rows.join('')}</table>`,
    action === null ? '' : buttonOf(action, note),
  ];
  return `<!doctype html>
<html lang="${language === 'zh' ? 'zh-CN' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escaped(subject)}</title>
</head>
<body style="margin:0;padding:0;background:#f4f4f0">
<table role="presentation" width="100%" style="border-collapse:collapse;background:#f4f4f0"><tr><td style="padding:24px 12px" align="center">
<table role="presentation" width="100%" style="border-collapse:separate;max-width:560px;background:#ffffff;border:1px solid #e2e2da;border-radius:8px"><tr><td style="padding:28px 24px;text-align:left;font-size:15px;line-height:1.6;${FONT}">
${parts.filter((part) => part !== '').join('\n')}
<p style="margin:20px 0 0;padding-top:16px;border-top:1px solid #e2e2da;font-size:13px;color:#6b6b63">${escaped(note.automatic(host))}</p>
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
}

function buttonOf(
  { label, link }: NonNullable<MailWords['action']>,
  note: (typeof notes)[MailLanguage],
): string {
  const href = escaped(link);
  return `<p style="margin:0 0 20px"><a href="${href}" style="display:inline-block;padding:12px 24px;border-radius:6px;background:#b8321f;color:#ffffff;font-weight:600;text-decoration:none">${escaped(label)}</a></p>
<p style="margin:0 0 12px;font-size:13px;color:#6b6b63">${escaped(note.link)}<br><a href="${href}" style="color:#b8321f;word-break:break-all">${href}</a></p>
<p style="margin:0;font-size:13px;color:#6b6b63">${escaped(note.code)}</p>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
