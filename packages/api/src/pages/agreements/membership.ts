import type { Agreement } from '../agreements.js';

export const membership: Agreement = {
  version: '2026-11-21',
  zh: {
    title: '企业成员授权说明',
    paragraphs: [
      '成为成员后，您可以代表该企业办理合同。该企业可以看到您的手机号码、经核验的姓名，以及您代表它办理的合同。',
      '该企业看不到您的证件号码，也看不到您以个人名义或代表其他企业签署的合同。',
      '该企业的管理员可以随时将您移出；移出后您不再代表该企业，您已签署的合同不受影响。',
    ],
  },
  en: {
    title: 'What it means to be a member',
    paragraphs: [
      'As a member you can act for the enterprise in contracts. The enterprise can see your mobile number, your verified name, and the contracts in which you act for it.',
      'It cannot see the number of your identity document, nor contracts that you sign for yourself or for other enterprises.',
      'Its administrators can remove you at any time. You then no longer act for the enterprise; contracts that you have signed stay as they are.',
    ],
  },
};
