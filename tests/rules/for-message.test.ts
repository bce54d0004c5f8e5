import { titleInNotice } from '@cinnabar/server/areas/flows/flow/rules/notices.js';
import { forMessage } from '@cinnabar/server/areas/sms/index.js';
import { describe, expect, it } from 'vitest';

/** Texts entered by users, and what of them is included in a message. */
const texts: readonly (readonly [given: string, said: string])[] = [
  // Texts without an address are kept.
  ['采购合同', '采购合同'],
  ['劳动合同（2026 版）v1.2', '劳动合同（2026 版）v1.2'],
  ['采购合同.docx', '采购合同.docx'],
  ['NDA.pdf', 'NDA.pdf'],
  ['No.HT-2026-001', 'No.HT-2026-001'],
  ['No.ABC', 'No.ABC'],
  ['3.公司章程', '3.公司章程'],
  ['1.NDA协议', '1.NDA协议'],
  ['甲方。乙方', '甲方。乙方'],
  ['金额不对。Please fix', '金额不对。Please fix'],
  ['Acme Co.Ltd', 'Acme Co.Ltd'],
  ['付款 10:30 前', '付款 10:30 前'],
  ['A/B 两方协议', 'A/B 两方协议'],
  ['2026-12-01 18:00', '2026-12-01 18:00'],
  ['第 1.2.3 条', '第 1.2.3 条'],
  // Addresses.
  ['http://evil.example/x?y=1#z', ''],
  ['合同 https://evil.example/a', '合同'],
  ['合同http://evil.example。请点', '合同 请点'],
  ['请点 http://evil.example/a 领取', '请点 领取'],
  ['weixin://dl/business', ''],
  ['JAVASCRIPT://x', ''],
  ['官网www.evil.com请登录', '官网 请登录'],
  ['evil.com', ''],
  ['EVIL.COM/login', ''],
  ['evil.com:8080/login', ''],
  ['t.cn/A6abc', ''],
  ['中国.com', ''],
  ['evil.中国', ''],
  ['例子.公司', ''],
  ['пример.рф', ''],
  ['xn--fiqs8s.xn--fiqs8s', ''],
  ['1.2.3.4', ''],
  ['见 10.0.0.1:80/x 。', '见 。'],
  ['someone@evil.com', ''],
  ['写信给a.b+c@evil.com吧', '写信给 吧'],
  ['evil.com.pdf', ''],
  ['evil.com/a.pdf', ''],
  // Disguised addresses.
  ['ｅｖｉｌ．ｃｏｍ', ''],
  ['evil。com/x', ''],
  ['evil｡com', ''],
  ['ev\u200bil.c\u2060om', ''],
  ['evil\u00ad.com', ''],
  ['h\u200dttps://evil.example', ''],
  ['𝐞𝐯𝐢𝐥.𝐜𝐨𝐦', ''],
  ['evil.c\u202eom', ''],
  // Invisible characters, and those that reorder the rest.
  ['采购\u202e同合', '采购同合'],
  ['\u2066采购\u2069合同\u200f', '采购合同'],
  ['采购\u0000\u0007合同', '采购合同'],
  ['采购\n【银行】您的账户\r\n异常', '采购 【银行】您的账户 异常'],
  ['采购\u2028合同', '采购 合同'],
  ['\ufeff采购\u3164合同', '采购合同'],
  ['采购\ue000合同', '采购合同'],
  ['  采购   合同  ', '采购 合同'],
];

describe('user input in a message', () => {
  it.each(texts)('%j becomes %j', (given, said) => {
    expect(forMessage(given)).toBe(said);
  });

  it.each(texts)('%j is unchanged the second time', (given) => {
    expect(forMessage(forMessage(given))).toBe(forMessage(given));
  });
});

describe('the description of a contract in a message', () => {
  const flow = { title: '采购合同', flowCode: 'HT1', encrypted: false, confidential: false };
  it.each([
    ['by its title', {}, '采购合同'],
    ['by its code where it is encrypted', { encrypted: true }, 'HT1'],
    ['by its code where it is confidential', { confidential: true }, 'HT1'],
    ['by its code where the title is nothing but an address', { title: 'http://evil.example' }, 'HT1'],
    ['without addresses', { title: '合同 evil.com' }, '合同'],
  ])('is called %s', (_how, change, said) => {
    expect(titleInNotice({ ...flow, ...change })).toBe(said);
  });
});
