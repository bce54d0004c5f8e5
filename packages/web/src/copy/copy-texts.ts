import { texts } from '../text/language.js';

export const copyTexts = texts(
  {
    title: (name: string) => `合同副本《${name}》`,
    from: (corp: string) => `${corp} 抄送给您`,
    finished: (time: string) => `已于 ${time} 签署完成`,
    completed: '签署完成',
    files: (count: number) => `文件（${count}）`,
    save: '下载合同',
    saveOne: (name: string) => `下载 ${name}`,
    thumbnails: '页面缩略图',
    parties: '参与方',
    more: '详情',
    goneTitle: '副本不可查看',
    goneText: '发起方已不再向您提供这份合同的副本。',
  },
  {
    title: (name: string) => `Copy of ${name}`,
    from: (corp: string) => `Sent to you by ${corp}`,
    finished: (time: string) => `Completed ${time}`,
    completed: 'Completed',
    files: (count: number) => `Files (${count})`,
    save: 'Download the contract',
    saveOne: (name: string) => `Download ${name}`,
    thumbnails: 'Thumbnails',
    parties: 'Parties',
    more: 'Details',
    goneTitle: 'This copy cannot be seen',
    goneText: 'The sender does not share this contract with you any more.',
  },
);
