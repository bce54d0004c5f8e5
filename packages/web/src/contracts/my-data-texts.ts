import { texts } from '../shared/text/language.js';

export const myDataTexts = texts(
  {
    exportTitle: '导出个人信息',
    exportText:
      '下载一个压缩包：其中有本服务保存的您的信息、您以个人名义签署或收到的合同，以及您的签名图片。其中含有您的证件号码，请妥善保管。',
    export: '导出',
    exporting: '正在导出…',
    factor: '动态口令或恢复码',
    code: (mobile: string) => `发送至 ${mobile} 的验证码`,
    eraseTitle: '注销账号',
    eraseText:
      '您的姓名、手机号、证件号码、签名图片、密码、草稿和登录记录将被清除，您会退出所有企业。此操作无法恢复，需要时请先导出。',
    staysText: (contracts: number) =>
      contracts === 0
        ? '依法须保存的支付凭证会保留。'
        : `${contracts} 份合同及其证据会保留，其中仍有您的姓名和手机号：它们证明各方的约定。依法须保存的支付凭证也会保留。`,
    boundText: '目前还不能注销：',
    erase: '注销并清除',
    erasing: '正在清除…',
    erasedTitle: '账号已注销',
    erasedText: (contracts: number) =>
      contracts === 0 ? '您的个人信息已清除。' : `您的个人信息已清除。${contracts} 份合同作为凭证保留。`,
    leave: '离开',
    consentsTitle: '我同意的协议',
    noConsents: '您还没有同意过任何协议。',
    accepted: (version: string, day: string) => `${version} 版，${day} 同意`,
    withdrawn: (day: string) => `${day} 已撤回`,
    withdraw: '撤回',
    withdrawing: '正在撤回…',
    withdrawText: '撤回后，已经办理的事项仍然有效；下次需要时会再次征求您的同意。',
    byEnterprise: '退出企业或撤回对企业的授权时失效，请在“我所在的企业”办理',
  },
  {
    exportTitle: 'Export my data',
    exportText:
      'You get a ZIP file with what this service stores about you, the contracts that you have signed or received for yourself, and the pictures of your signatures. It contains your ID number: keep it safe.',
    export: 'Export',
    exporting: 'Exporting…',
    factor: 'Authenticator or recovery code',
    code: (mobile: string) => `Code sent to ${mobile}`,
    eraseTitle: 'Delete my account',
    eraseText:
      'Your name, mobile number, ID number, signatures, passwords, drafts and log-ins are deleted, and you leave all enterprises. This cannot be undone: export your data first if you need it.',
    staysText: (contracts: number) =>
      contracts === 0
        ? 'Records of payments stay, as the law requires.'
        : `${contracts === 1 ? 'One contract stays' : `${contracts} contracts stay`} with the evidence and your name and mobile number, as proof of what was agreed. Records of payments stay, as the law requires.`,
    boundText: 'Your account cannot be deleted yet:',
    erase: 'Delete everything',
    erasing: 'Deleting…',
    erasedTitle: 'Your account is deleted',
    erasedText: (contracts: number) =>
      contracts === 0
        ? 'Your data are deleted.'
        : `Your data are deleted. ${contracts === 1 ? 'One contract stays' : `${contracts} contracts stay`} as proof of what was agreed.`,
    leave: 'Leave',
    consentsTitle: 'My consents',
    noConsents: 'You have not accepted any agreement yet.',
    accepted: (version: string, day: string) => `Version ${version}, accepted on ${day}`,
    withdrawn: (day: string) => `Withdrawn on ${day}`,
    withdraw: 'Withdraw',
    withdrawing: 'Withdrawing…',
    withdrawText:
      'What was done before stays valid. You are asked again when your consent is needed next time.',
    byEnterprise: 'Ends when you leave the enterprise or withdraw its access, under “My enterprises”',
  },
);
