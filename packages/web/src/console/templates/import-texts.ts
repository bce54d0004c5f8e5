import { texts } from '../../shared/text/language.js';

export const importTexts = texts(
  {
    title: '导入模板',
    text: '选择从本系统导出的模板文件（ZIP）。导入后先存为草稿，发布后才能使用。',
    choose: '选择文件',
    another: '选择其他文件',
    reading: (name: string) => `正在导入 ${name}…`,
    done: (name: string) => `“${name}”已存为草稿。`,
    unnamed: '新模板',
    changed: '未照原样导入',
    problems: (count: number) => `发布前须解决 ${count} 处问题`,
    noProblems: '没有发现问题，检查后即可发布。',
    more: (count: number) => `另有 ${count} 处，在编辑器的检查清单中列出。`,
    goOn: '继续编辑',
  },
  {
    title: 'Import template',
    text: 'Choose a template file (ZIP) that was exported from this system. It becomes a draft, and can be used once it is published.',
    choose: 'Choose file',
    another: 'Choose another file',
    reading: (name: string) => `Importing ${name}…`,
    done: (name: string) => `“${name}” is saved as a draft.`,
    unnamed: 'New template',
    changed: 'Not taken over as it was',
    problems: (count: number) =>
      count === 1 ? '1 problem to solve before publishing' : `${count} problems to solve before publishing`,
    noProblems: 'No problems were found: look through it, and publish it.',
    more: (count: number) => `${count} more are in the check list of the designer.`,
    goOn: 'Go on editing',
  },
);
