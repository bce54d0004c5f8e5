import { texts } from '../shared/text/language.js';

export const linkDesignTexts = texts(
  {
    title: '模板',
    create: '新建模板',
    none: '还没有模板。',
    publishedTitle: '模板已发布',
    publishedText: '今后发起的合同用新版本，进行中的不变。',
    again: '继续修改',
    backTo: '返回',
    toList: '返回模板列表',
  },
  {
    title: 'Templates',
    create: 'New template',
    none: 'No templates yet.',
    publishedTitle: 'The template is published',
    publishedText: 'Contracts started from now on use it; open contracts stay as they are.',
    again: 'Go on editing',
    backTo: 'Go back',
    toList: 'Back to the templates',
  },
);
