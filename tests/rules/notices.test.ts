import { plainEmail } from '@cinnabar/api/schemas/email.js';
import type { Said } from '@cinnabar/server/areas/notices/facts.js';
import { layOutMail } from '@cinnabar/server/areas/notices/mail-layout.js';
import { afterFailure, languageFor } from '@cinnabar/server/areas/notices/rules.js';
import { smsParameters } from '@cinnabar/server/areas/notices/sms-words.js';
import { wordMail } from '@cinnabar/server/areas/notices/word-mail.js';
import { messageText } from '@cinnabar/server/areas/sms/messages.js';
import { maskEmail } from '@cinnabar/server/custody/masking.js';
import { describe, expect, test } from 'vitest';

const link = 'https://sign.example.com/l/abc';
const contract = { flowTitle: '采购合同' };
const turn = { ...contract, corpName: '甲公司', act: 'sign', deadline: '2026-12-01 18:00', link } as const;
const every: readonly Said[] = [
  { kind: 'flowTurn', facts: turn },
  { kind: 'flowDeadline', facts: { ...turn, act: 'fill' } },
  {
    kind: 'flowExtended',
    facts: { ...contract, corpName: '甲公司', deadline: '2026-12-01 18:00', link: '' },
  },
  { kind: 'flowRefused', facts: contract },
  { kind: 'flowRevoked', facts: contract },
  { kind: 'flowCompleted', facts: { ...contract, link } },
  { kind: 'partUnreached', facts: { ...contract, name: '王小明' } },
  { kind: 'partDisowned', facts: { ...contract, name: '王小明' } },
  {
    kind: 'approvalTurn',
    facts: { ...contract, name: '王小明', what: 'seal', deadline: '2026-12-01 18:00', link },
  },
  { kind: 'approvalPassed', facts: { ...contract, reason: '' } },
  { kind: 'approvalRejected', facts: { ...contract, reason: '金额有误' } },
  { kind: 'approvalEnded', facts: { ...contract, reason: '合同已撤销' } },
  { kind: 'automaticSealAsked', facts: { corpName: '甲公司', sealName: '合同专用章', link } },
  { kind: 'membershipInvited', facts: { corpName: '甲公司', link } },
  { kind: 'membershipAsked', facts: { corpName: '甲公司', name: '王小明' } },
  { kind: 'membershipAccepted', facts: { corpName: '甲公司' } },
  { kind: 'certificateDue', facts: { corpName: '甲公司', what: 'failed', deadline: '2027年1月1日' } },
  { kind: 'passwordReplaced', facts: { corpName: '甲公司' } },
];

describe.each(every)('the notice $kind', (said) => {
  const facts = Object.entries(said.facts).filter(([name, value]) => {
    return value !== '' && name !== 'act' && name !== 'what';
  });

  test.each(['zh', 'en'] as const)('states every fact in a mail, as text and as HTML: %s', (language) => {
    const { text, html } = layOutMail(wordMail(said, language), language, 'sign.example.com');
    for (const [, value] of facts) {
      expect(text).toContain(value);
      expect(html).toContain(value);
    }
    // English words around Chinese names.
    const ours = facts.reduce((rest, [, value]) => rest.replaceAll(value, ''), text);
    expect(/\p{Script=Han}/u.test(ours)).toBe(language === 'zh');
  });

  test('is the same by text message', () => {
    const text = messageText(said.kind, smsParameters(said));
    for (const [, value] of facts) expect(text).toContain(value);
    expect(text).not.toMatch(/[{}]|undefined/);
  });
});

describe('a mail', () => {
  test('has a button if there is something to open, and says that codes never come by mail', () => {
    const withLink = layOutMail(wordMail({ kind: 'flowTurn', facts: turn }, 'en'), 'en', 'sign.example.com');
    expect(withLink.html.match(new RegExp(`href="${link}"`, 'g'))).toHaveLength(2);
    expect(withLink.text).toContain('We never send codes by mail');
    const without = layOutMail(wordMail({ kind: 'flowRefused', facts: contract }, 'en'), 'en', 'example.com');
    expect(without.html).not.toContain('<a ');
  });

  test('loads nothing: no pictures, no scripts, no styles of other hosts', () => {
    const { html } = layOutMail(wordMail({ kind: 'flowTurn', facts: turn }, 'zh'), 'zh', 'sign.example.com');
    expect(html).not.toMatch(/<(img|script|link|iframe|object|form)\b|url\(|@import/i);
    expect([...html.matchAll(/https?:\/\/[^"<]+/g)].map(([address]) => address)).toEqual([link, link, link]);
  });

  test('displays markup in names as it was written', () => {
    const facts = { ...turn, flowTitle: '<img src=x onerror=alert(1)> & "合同"' };
    const { html, text } = layOutMail(wordMail({ kind: 'flowTurn', facts }, 'zh'), 'zh', 'sign.example.com');
    expect(html).not.toContain('<img');
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;合同&quot;');
    expect(text).toContain(facts.flowTitle);
  });

  test('has a subject of at most 120 characters, and the whole title below it', () => {
    const facts = { flowTitle: '很长的合同名称'.repeat(28) };
    const { subject, text } = layOutMail(wordMail({ kind: 'flowRevoked', facts }, 'zh'), 'zh', 'example.com');
    expect([...subject]).toHaveLength(120);
    expect(subject.endsWith('…')).toBe(true);
    expect(text).toContain(facts.flowTitle);
  });
});

test.each([
  ['13800138000', undefined, 'zh'],
  ['+85291234567', undefined, 'zh'],
  ['+85366123456', undefined, 'zh'],
  ['+886912345678', undefined, 'zh'],
  ['+14155550100', undefined, 'en'],
  ['13800138000', 'en', 'en'],
  ['+14155550100', 'zh', 'zh'],
] as const)('mail to the holder of %s who is said to read %s is in %s', (mobile, given, language) => {
  expect(languageFor(given, mobile)).toBe(language);
});

const day = 24 * 3_600_000;

test.each([
  ['TRANSIENT', 0, 'waiting'],
  ['TRANSIENT', day - 1, 'waiting'],
  ['TRANSIENT', day, 'failed'],
  ['REFUSED', 0, 'failed'],
  ['NO_SUCH_MAILBOX', 0, 'failed'],
  ['UNKNOWN', 0, 'unknown'],
] as const)('a mail that failed by %s after %d ms is %s', (failure, ageMs, state) => {
  expect(afterFailure(failure, ageMs)).toBe(state);
});

test.each([
  [' Xiao.Ming+sign@Example.COM ', 'Xiao.Ming+sign@example.com'],
  ['a@b.cn', 'a@b.cn'],
  ["o'neil@xn--fiqs8s.cn", "o'neil@xn--fiqs8s.cn"],
  [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
])('%j is the address %j', (given, plain) => {
  expect(plainEmail(given)).toBe(plain);
});

test.each([
  '',
  'nobody',
  '@example.com',
  'a@localhost',
  'a b@example.com',
  'a@example.com, b@example.com',
  'a@example.com\r\nBcc: b@example.com',
  '"a b"@example.com',
  'A <a@example.com>',
  'a..b@example.com',
  '.a@example.com',
  'a@-example.com',
  'a@example..com',
  'a@[127.0.0.1]',
  '小明@example.com',
  `${'a'.repeat(65)}@example.com`,
  `a@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.${'f'.repeat(20)}.com`,
])('%j is no address', (given) => {
  expect(plainEmail(given)).toBeNull();
});

test.each([
  ['wang@example.com', 'w***@example.com'],
  ['w@example.com', 'w***@example.com'],
])('%s is shown as %s', (address, masked) => {
  expect(maskEmail(address)).toBe(masked);
});
