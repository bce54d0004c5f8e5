import { texts } from '../shared/text/language.js';

export const homeTexts = texts(
  {
    title: '朱砂签 · 电子合同签署',
    contracts: '我的合同',
    contractsNote: '用手机号登录，查看待您处理和已完成的合同',
    verify: '文件验签',
    verifyNote: '验证 PDF 上的签名，或核对打印的核验件；无需账号',
  },
  {
    title: 'Cinnabar · Contracts, signed',
    contracts: 'My contracts',
    contractsNote: 'Sign in with your mobile number to see pending and completed contracts',
    verify: 'Verify a file',
    verifyNote: 'Check the signatures of a PDF, or a printed check copy; no account needed',
  },
);
