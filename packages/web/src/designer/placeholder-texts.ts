import { texts } from '../shared/text/language.js';

export const placeholderTexts = texts(
  {
    placeholders: '占位符',
    done: '完成',
    unreadable: (count: number) => `${count} 个占位符没有转换`,
    unreadableText: '它们保留在文件中。请在 Word 文件中修改后重新上传，或手工添加控件。',
    made: (controls: number, parties: number) =>
      parties === 0
        ? `已按占位符添加 ${controls} 个控件，可撤销。`
        : `已按占位符添加 ${parties} 个参与方、${controls} 个控件，可撤销。`,
    at: (page: number, line: number) => `第 ${page} 页第 ${line} 行`,
    nowhere: '未显示',
    initiator: '发起人',
  },
  {
    placeholders: 'Placeholders',
    done: 'Done',
    unreadable: (count: number) =>
      count === 1 ? '1 placeholder was not converted' : `${count} placeholders were not converted`,
    unreadableText:
      'They stay in the file. Correct them in the Word document and upload it again, or add the controls by hand.',
    made: (controls: number, parties: number) => {
      const added = controls === 1 ? '1 control' : `${controls} controls`;
      const with_ = parties === 0 ? '' : parties === 1 ? ' and 1 party' : ` and ${parties} parties`;
      return `${added}${with_} added from placeholders; this can be undone.`;
    },
    at: (page: number, line: number) => `Page ${page}, line ${line}`,
    nowhere: 'Not displayed',
    initiator: 'Initiator',
  },
);
