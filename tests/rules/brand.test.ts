import {
  contrastOf,
  isBrandName,
  isReadable,
  readBrandColor,
  senderName,
  textOn,
} from '@cinnabar/api/brand.js';
import { brandColorOf, brandNameOf } from '@cinnabar/server/areas/enterprise/brand.js';
import { messageText } from '@cinnabar/server/areas/sms/messages.js';
import { describe, expect, test } from 'vitest';
import { smsToSigner } from '../../packages/web/src/console/settings/sms-to-signer.js';

describe('a short name', () => {
  test.each([
    '星河',
    '星河科技',
    'Acme & Söhne',
    '3M',
    '云帆（上海）',
    "L'Oréal",
    '蒙牛 · 特仑苏',
    'Δέλτα',
    '二'.repeat(20),
    '𠮷野家',
  ])('may be %s', (name) => {
    expect(isBrandName(name)).toBe(true);
  });

  test.each([
    ['nothing', ''],
    ['the word that removes it', 'none'],
    ['a single character', '星'],
    ['21 characters', '二'.repeat(21)],
    ['digits alone', '12306'],
    ['markup', '<b>星河</b>'],
    ['a script', '<script>1</script>'],
    ['an address', 'bank.example.com'],
    ['a path', '星河/登录'],
    ['a mail address', 'a@b'],
    ['a right-to-left override', '星河\u202e行银'],
    ['an isolate', '\u2067星河\u2069'],
    ['a left-to-right mark', '星河\u200e'],
    ['a zero-width space', '星\u200b河'],
    ['a soft hyphen', 'Ac\u00adme'],
    ['a line end', '星河\n科技'],
    ['a tab', '星河\t科技'],
    ['a null character', '星河\0'],
    ['a lone surrogate', '星河\ud800'],
    ['a private character', '星河\ue000'],
    ['an emoji', '星河✅'],
    ['stacked marks', 'Acme\u0301\u0302\u0303'],
    ['space around it', ' 星河'],
    ['a wide space', '星\u3000河'],
    ['two spaces', '星  河'],
  ])('may not be %s', (_what, name) => {
    expect(isBrandName(name)).toBe(false);
  });
});

describe('a sender', () => {
  test.each([
    ['', '北京星河科技有限公司', '北京星河科技有限公司'],
    ['星河科技', '北京星河科技有限公司', '星河科技'],
    ['星河有限', '北京星河科技有限公司', '星河有限'],
    ['ACME', 'Acme Software GmbH', 'ACME'],
    ['云帆（上海）', '云帆(上海)贸易有限公司', '云帆（上海）'],
    ['工商银行', '北京星河科技有限公司', '工商银行（北京星河科技有限公司）'],
    ['河星', '北京星河科技有限公司', '河星（北京星河科技有限公司）'],
    ['星河银行', '北京星河科技有限公司', '星河银行（北京星河科技有限公司）'],
  ])('with the short name “%s” of %s is %s', (brandName, corpName, sender) => {
    expect(senderName(brandName, corpName)).toBe(sender);
  });

  test('stands in the message as the console shows it', () => {
    const message = {
      corpName: '星河科技',
      act: '签署',
      flowTitle: '劳动合同',
      until: '请于 2026-12-31 前办理。',
      link: 'https://sign.example.com/l/abc',
    };
    expect(smsToSigner(message.corpName, message.link)).toBe(messageText('flowTurn', message));
  });
});

describe('a colour', () => {
  test.each([
    ['#1F5FA8', '#1f5fa8'],
    ['#ffffff', '#ffffff'],
    ['#fff', null],
    ['1f5fa8', null],
    ['#1f5fa880', null],
    ['red', null],
    ['rgb(1,2,3)', null],
    ['var(--x)', null],
    ['#12345g', null],
    ['#１２３４５６', null],
    ['#1f5fa8;', null],
    [' #1f5fa', null],
    ['', null],
  ])('%s is read as %s', (given, read) => {
    expect(readBrandColor(given)).toBe(read);
  });

  test.each([
    ['#000000', '#ffffff', 21, true],
    ['#ffffff', '#1a1a17', 17.4, true],
    ['#1f5fa8', '#ffffff', 6.44, true],
    ['#b8321f', '#ffffff', 5.98, true],
    ['#ffcc00', '#1a1a17', 11.56, true],
    ['#767676', '#ffffff', 4.54, true],
    ['#777777', '#ffffff', 4.48, false],
    ['#7d7d7d', '#1a1a17', 4.26, false],
  ])('%s takes the text %s, of a contrast of %d:1', (color, text, contrast, readable) => {
    const found = textOn(color);
    expect(found.text).toBe(text);
    expect(found.contrast).toBeCloseTo(contrast, 1);
    expect(isReadable(color)).toBe(readable);
  });

  test('has the same contrast to another as that to it', () => {
    expect(contrastOf('#1f5fa8', '#ffffff')).toBe(contrastOf('#ffffff', '#1f5fa8'));
  });
});

test('what is stored and does not fit is none', () => {
  expect(brandNameOf({ settings: { brandName: '<b>星河' } })).toBe('');
  expect(brandNameOf({ settings: { brandName: 7 } })).toBe('');
  expect(brandColorOf({ settings: { brandColor: '#777777' } })).toBe('');
  expect(brandColorOf({ settings: { brandColor: 'red;' } })).toBe('');
  expect([brandNameOf({ settings: {} }), brandColorOf({ settings: {} })]).toEqual(['', '']);
});
