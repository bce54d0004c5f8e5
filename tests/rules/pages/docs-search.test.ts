import { describe, expect, test } from 'vitest';
import type { SearchEntry } from '../../../packages/web/src/docs/content.js';
import { marked, search, wordsOf } from '../../../packages/web/src/docs/search.js';

const entry = (kind: SearchEntry['kind'], title: string, text: string, place = ''): SearchEntry => ({
  kind,
  title,
  text,
  place,
  href: `/docs/${title}`,
});

const entries = [
  entry('operation', '签署合同', '/signTask/signContract', '合同'),
  entry('operation', '查询印章详情', '/seal/getSealInfo', '印章'),
  entry('field', 'sealId', '印章编号，0 为默认印章', '签署合同 +3'),
  entry('code', 'SEAL_NOT_FOUND', '印章不存在'),
  entry('guide', '验证签名', `${'前文。'.repeat(40)}比较签名时须用固定时间的比较。`, '事件回调'),
];
const titles = (query: string) => search(entries, query).map((hit) => hit.entry.title);

describe('the search of the documentation', () => {
  test('finds Chinese as it is typed, without spaces between words', () => {
    expect(titles('印章详')).toEqual(['查询印章详情']);
    expect(titles('固定时间')).toEqual(['验证签名']);
  });

  test('finds operations by the last name of their path, whatever the case', () => {
    expect(titles('getsealinfo')).toEqual(['查询印章详情']);
    expect(titles('signcontract')[0]).toBe('签署合同');
  });

  test('puts what has the word as its title before what mentions it', () => {
    expect(titles('sealid')).toEqual(['sealId']);
    expect(titles('印章')).toEqual(['查询印章详情', 'SEAL_NOT_FOUND', 'sealId']);
  });

  test('wants every word', () => {
    expect(titles('印章 不存在')).toEqual(['SEAL_NOT_FOUND']);
    expect(titles('印章 固定时间')).toEqual([]);
    expect(titles('   ')).toEqual([]);
  });

  test('shows the part of a long text in which the words are', () => {
    const [hit] = search(entries, '固定时间');
    expect(hit?.excerpt).toMatch(/^….*须用固定时间的比较。$/);
  });

  test('marks what was looked for, and reads no query as an expression', () => {
    expect(marked('签署合同', wordsOf('合同'))).toEqual([
      { text: '签署', isFound: false },
      { text: '合同', isFound: true },
    ]);
    expect(marked('a.b', wordsOf('.')).filter(({ isFound }) => isFound)).toEqual([
      { text: '.', isFound: true },
    ]);
  });
});
