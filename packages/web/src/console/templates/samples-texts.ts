import { texts } from '../../shared/text/language.js';

export const samplesTexts = texts(
  {
    title: '从示例新建',
    begin: '或从示例开始',
    warning: '示例仅供参考，使用前请由律师审阅。',
    facts: (parties: string, controls: number, pages: number) =>
      `${parties} · ${controls} 个控件 · ${pages} 页`,
    comma: '、',
    take: '使用',
    takeOf: (name: string) => `使用示例“${name}”`,
    working: '正在创建…',
    what: '示例模板',
  },
  {
    title: 'New template from a sample',
    begin: 'Or begin with a sample',
    warning: 'Samples are no legal advice: have a lawyer review them before use.',
    facts: (parties: string, controls: number, pages: number) =>
      `${parties} · ${controls} controls · ${pages === 1 ? '1 page' : `${pages} pages`}`,
    comma: ', ',
    take: 'Use',
    takeOf: (name: string) => `Use the sample “${name}”`,
    working: 'Creating…',
    what: 'sample templates',
  },
);
