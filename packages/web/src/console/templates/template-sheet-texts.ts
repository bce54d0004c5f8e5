import { texts } from '../../shared/text/language.js';

export const templateSheetTexts = texts(
  {
    name: '名称',
    working: '正在处理…',
    copyTitle: '复制模板',
    copyText: '参与方、文件和控件一并复制，原模板不变。',
    copyName: (name: string) => `${name} 副本`.slice(0, 100),
    enableTitle: (name: string) => `启用“${name}”？`,
    enableText: '启用后，所有成员都可以用它发起合同。',
    disableTitle: (name: string) => `停用“${name}”？`,
    disableText: (open: string) => `停用后不能再用它发起，进行中的 ${open} 份不受影响。`,
    disableUndo: '可随时重新启用。',
    deleteTitle: (name: string) => `删除“${name}”？`,
    deleteText: (open: string) => `删除后不能再用它发起，进行中的 ${open} 份不受影响。`,
    deleteUndo: '删除后不能恢复。',
    authorised: (count: number) => `${count} 项用印授权指定了该模板，将不再适用于新合同：`,
    exportTitle: (name: string) => `导出“${name}”`,
    exportText:
      '下载一个 ZIP 文件，可导入其他企业或其他系统。内含参与方、控件、合同文件和附件，以及固定成员和抄送人的姓名、手机号。',
  },
  {
    name: 'Name',
    working: 'Working…',
    copyTitle: 'Copy template',
    copyText: 'Parties, files and controls are copied; the original stays as it is.',
    copyName: (name: string) => `${name} copy`.slice(0, 100),
    enableTitle: (name: string) => `Enable “${name}”?`,
    enableText: 'Every member can then start contracts from it.',
    disableTitle: (name: string) => `Disable “${name}”?`,
    disableText: (open: string) =>
      `No contract can be started from it any more; open contracts (${open}) go on unchanged.`,
    disableUndo: 'It can be enabled again at any time.',
    deleteTitle: (name: string) => `Delete “${name}”?`,
    deleteText: (open: string) =>
      `No contract can be started from it any more; open contracts (${open}) go on unchanged.`,
    deleteUndo: 'This cannot be undone.',
    authorised: (count: number) =>
      `${count === 1 ? '1 seal authorisation names' : `${count} seal authorisations name`} this template, and will cover no new contract by it:`,
    exportTitle: (name: string) => `Export “${name}”`,
    exportText:
      'Downloads a ZIP file that another enterprise or system can import. It has the parties, controls, contract files and attachments, and names and mobile numbers of fixed members and copiers.',
  },
);
