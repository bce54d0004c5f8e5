import { texts } from '../shared/text/language.js';

export const copyTexts = texts(
  {
    title: '复制到其他页',
    pages: '页码',
    all: '所有页',
    odd: '奇数页',
    even: '偶数页',
    last: '最后一页',
    some: '指定页',
    hint: '如 1,3,7-10',
    count: (count: number) => (count === 0 ? '没有可复制到的页' : `将复制到 ${count} 页`),
    otherSize: (count: number) => `其中 ${count} 页尺寸不同，按到最近页边的距离放置`,
    sameValue: '各页显示同一个值',
    sameValueHint: '只需填写一次，其余各页自动带出；不选则每页各填各的',
    act: '复制',
  },
  {
    title: 'Copy to other pages',
    pages: 'Pages',
    all: 'All pages',
    odd: 'Odd pages',
    even: 'Even pages',
    last: 'Last page',
    some: 'Some pages',
    hint: 'Such as 1,3,7-10',
    count: (count: number) =>
      count === 0 ? 'No matching page' : `Copy to ${count} ${count === 1 ? 'page' : 'pages'}`,
    otherSize: (count: number) =>
      `${count} of them ${count === 1 ? 'has' : 'have'} another size: the copy keeps its distance from the nearest edges`,
    sameValue: 'The same value on every page',
    sameValueHint:
      'Filled in once, and repeated on the other pages; otherwise each page has a value of its own',
    act: 'Copy',
  },
);
