import { texts } from '../shared/text/language.js';

export const blockTexts = texts(
  {
    title: '常用组合',
    failed: '暂时无法读取常用组合',
    retry: '重试',
    count: (count: number) => `${count} 个控件`,
    put: (name: string, count: number) => `放置常用组合“${name}”，${count} 个控件`,
    moreOf: (name: string) => `常用组合“${name}”：更多操作`,
    keepTitle: '保存为常用组合',
    keepText: (count: number) => `${count} 个控件，保留相对位置和全部属性。`,
    name: '名称',
    nameHint: '如“签章+日期+代表人”。仅自己可见，可用于本企业的所有模板。',
    save: '保存',
    saving: '正在保存…',
    taken: '已有同名的常用组合',
    full: (most: number) => `最多保存 ${most} 个常用组合，请先删除一个`,
    tooLarge: '全部常用组合合计不能超过 64 KB：请少选控件，或去掉默认图片',
    manyControls: (most: number, count: number) =>
      `一个常用组合最多 ${most} 个控件，已选 ${count} 个，请少选一些`,
    rename: '重命名',
    renameTitle: '重命名常用组合',
    remove: '删除',
    removeTitle: (name: string) => `删除常用组合“${name}”`,
    removeText: '已放到模板上的控件不受影响。删除后无法恢复。',
    removing: '正在删除…',
  },
  {
    title: 'Blocks',
    failed: 'Your blocks could not be read',
    retry: 'Try again',
    count: (count: number) => (count === 1 ? '1 control' : `${count} controls`),
    put: (name: string, count: number) =>
      `Place block “${name}”, ${count === 1 ? '1 control' : `${count} controls`}`,
    moreOf: (name: string) => `More for block “${name}”`,
    keepTitle: 'Keep as block',
    keepText: (count: number) =>
      count === 1
        ? 'The control keeps all its properties.'
        : `The ${count} controls keep their distances and all their properties.`,
    name: 'Name',
    nameHint: 'Such as “seal, date, representative”. Only you see it, in all templates of this enterprise.',
    save: 'Keep',
    saving: 'Saving…',
    taken: 'Another block has this name',
    full: (most: number) => `At most ${most} blocks can be kept: delete one first`,
    tooLarge:
      'All blocks together can be at most 64 kB: select fewer controls, or leave out default pictures',
    manyControls: (most: number, count: number) =>
      `A block has at most ${most} controls; ${count} are selected: select fewer`,
    rename: 'Rename',
    renameTitle: 'Rename block',
    remove: 'Delete',
    removeTitle: (name: string) => `Delete block “${name}”`,
    removeText: 'Controls that have been placed stay. The block cannot be brought back.',
    removing: 'Deleting…',
  },
);
