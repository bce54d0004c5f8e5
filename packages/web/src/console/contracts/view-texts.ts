import { texts } from '../../shared/text/language.js';

export const viewTexts = texts(
  {
    views: '视图',
    view: (name: string) => `视图：${name}`,
    none: '还没有保存的视图。',
    manage: '保存与管理视图',
    name: '视图名称',
    hint: '保存当前的范围、分类与筛选条件，仅自己可见。',
    save: '保存当前视图',
    taken: '已有同名视图。',
    full: (most: number) => `最多保存 ${most} 个视图。`,
    raise: (name: string) => `上移 ${name}`,
    remove: (name: string) => `删除视图 ${name}`,
  },
  {
    views: 'Views',
    view: (name: string) => `View: ${name}`,
    none: 'No saved views yet.',
    manage: 'Save and manage views',
    name: 'Name of the view',
    hint: 'Keeps the present scope, tab and filters, for you alone.',
    save: 'Save present view',
    taken: 'Another view has this name.',
    full: (most: number) => `At most ${most} views can be saved.`,
    raise: (name: string) => `Move ${name} up`,
    remove: (name: string) => `Delete view ${name}`,
  },
);
