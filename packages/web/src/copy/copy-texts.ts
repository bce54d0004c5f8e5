import { texts } from '../shared/text/language.js';

export const copyTexts = texts(
  {
    title: (name: string) => `合同副本《${name}》`,
    from: (corp: string) => `${corp} 抄送给您`,
    finished: (time: string) => `已于 ${time} 签署完成`,
    completed: '签署完成',
    save: '下载合同',
    saveOne: (name: string) => `下载 ${name}`,
    checkCopy: '打印核验件',
    verify: '核验',
    checkCopyNote: '打印核验件每页带有二维码，扫码即可查看合同状态与摘要；它不是签署原件。',
    verifyHere: '验证合同上的签名',
    goneTitle: '副本不可查看',
    goneText: '发起方已不再向您提供这份合同的副本。',
  },
  {
    title: (name: string) => `Copy of ${name}`,
    from: (corp: string) => `Sent to you by ${corp}`,
    finished: (time: string) => `Completed ${time}`,
    completed: 'Completed',
    save: 'Download the contract',
    saveOne: (name: string) => `Download ${name}`,
    checkCopy: 'Check copy for printing',
    verify: 'Verify',
    checkCopyNote:
      'Each page of the check copy has a QR code that shows the contract’s state and hashes. It is not the signed original.',
    verifyHere: 'Verify the signatures',
    goneTitle: 'This copy is not available',
    goneText: 'The sender no longer shares this contract with you.',
  },
);
