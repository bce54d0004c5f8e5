import type { Agreement } from './agreement.js';

export const membership: Agreement = {
  version: '2026-11-22',
  zh: {
    title: '企业成员授权说明',
    paragraphs: [
      '成为成员后，您可以代表该企业办理合同。该企业可以看到您的手机号码、经核验的姓名，以及您代表它办理的合同。',
      '在该企业发起或参与的合同中，如果您同时以个人名义参与，该企业的应用系统也可以看到并为您办理这一部分。',
      '该企业看不到您的证件号码，也看不到您以个人名义与其他企业签署的合同，以及您代表其他企业签署的合同。',
      '该企业的管理员可以随时将您移出；移出后您不再代表该企业，您已签署的合同不受影响。您也可以在“我的合同”中自行退出。',
    ],
  },
  en: {
    title: 'What it means to be a member',
    paragraphs: [
      'As a member you can act for the enterprise in contracts. The enterprise can see your mobile number, your verified name, and the contracts in which you act for it.',
      'In contracts that the enterprise started or takes part in, its applications can also see and handle the part that you take for yourself.',
      'It cannot see the number of your identity document, nor contracts that you sign for yourself with others or for other enterprises.',
      'Its administrators can remove you at any time. You then no longer act for the enterprise; contracts that you have signed stay as they are. You can also leave by yourself under “My contracts”.',
    ],
  },
};
