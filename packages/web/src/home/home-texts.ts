import { texts } from '../shared/text/language.js';

export const homeTexts = texts(
  {
    title: '朱砂签 · 电子合同签署',
    heading: '电子合同签署',
    lead: '收到签署短信？请点短信中的链接打开合同。没有链接时，从这里开始：',
    contracts: '我的合同',
    contractsNote: '用手机号登录，查看待您处理和已完成的合同',
    console: '企业控制台',
    consoleNote: '发起、查看和审批企业的合同，管理印章和成员',
    verify: '文件验签',
    docs: '开发文档',
    docsNote: '通过接口发起和管理合同',
    verifyNote: '验证 PDF 上的签名，或核对打印的核验件；无需账号',
  },
  {
    title: 'Cinnabar · Electronic contract signing',
    heading: 'Electronic contract signing',
    lead: 'If you received a text message, open the contract by its link. Without a link, start here:',
    contracts: 'My contracts',
    contractsNote: 'Sign in with your mobile number to see pending and completed contracts',
    console: 'Console',
    consoleNote: 'Send, follow and approve contracts of an enterprise; manage seals and members',
    verify: 'Verify a file',
    docs: 'Documentation',
    docsNote: 'Send and manage contracts by the interface',
    verifyNote: 'Check the signatures of a PDF, or a printed check copy; no account needed',
  },
);
