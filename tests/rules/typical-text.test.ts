import { typicalText } from '@cinnabar/server/areas/flows/preview/typical-text.js';
import { expect, test } from 'vitest';

test.each([
  ['身份证号码', /^\d{18}$/],
  ['统一社会信用代码', /^[0-9A-Z]{18}$/],
  ['手机', /^1\d{10}$/],
  ['电子邮箱', /@example\.com$/],
  ['用人单位住所', /路/],
  ['开户银行', /银行/],
  ['收款账号', /^\d{19}$/],
  ['公司名称', /公司$/],
  ['产品名称', /网关/],
  ['发薪日', /^\d+$/],
  ['合同金额', /^[\d,.]+$/],
  ['金额大写', /整$/],
  ['姓名', /^张三$/],
] as const)('a preview shows a typical value for %s', (name, expected) => {
  expect(typicalText(name)).toMatch(expected);
});
