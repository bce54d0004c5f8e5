import { texts } from '../shared/text/language.js';

export const searchTexts = texts(
  {
    search: '搜索',
    hint: '搜索指南、接口、字段、错误码',
    kinds: { area: '分类', guide: '指南', operation: '接口', field: '字段', code: '错误码', event: '事件' },
    nothing: (query: string) => `没有找到“${query}”`,
    found: (count: number) => `${count} 条结果`,
  },
  {
    search: 'Search',
    hint: 'Search guides and reference',
    kinds: {
      area: 'Area',
      guide: 'Guide',
      operation: 'Operation',
      field: 'Field',
      code: 'Code',
      event: 'Event',
    },
    nothing: (query: string) => `Nothing found for “${query}”`,
    found: (count: number) => (count === 1 ? '1 result' : `${count} results`),
  },
);
