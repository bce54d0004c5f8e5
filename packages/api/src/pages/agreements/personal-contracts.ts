import type { Agreement } from './agreement.js';

export const personalContracts: Agreement = {
  version: '2026-11-22',
  zh: {
    title: '个人合同授权书',
    paragraphs: [
      '同意后，该企业的应用系统可以查看您以个人名义参与的全部合同，包括其他企业向您发起的合同，以及其中的文件和填写内容。',
      '该企业的应用系统可以在这些合同中为您填写和支付；签署仍须由您本人以短信验证码、人脸或您自己设置的密码确认，拒签和添加附件只能由您本人操作。',
      '不作此授权时，该企业的应用系统只能接触由该企业发起或参与的合同。',
      '您可以随时在“我的合同”中撤回授权，撤回立即生效；不再是该企业成员时，授权同时失效。',
    ],
  },
  en: {
    title: 'Access to your personal contracts',
    paragraphs: [
      'If you agree, the applications of the enterprise can see all contracts that you take part in for yourself, with their files and what was filled in, including contracts that other enterprises sent you.',
      'In these contracts its applications can fill in and pay for you. Signing still takes your own confirmation by a code, your face or a password that you have set yourself; only you can refuse a contract or attach files.',
      'Without this consent its applications reach only contracts that the enterprise started or takes part in.',
      'You can take the consent back at any time under “My contracts”, with immediate effect. It also ends when you are no longer a member of the enterprise.',
    ],
  },
};
