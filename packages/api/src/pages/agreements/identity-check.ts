import type { Agreement } from './agreement.js';

export const identityCheck: Agreement = {
  version: '2026-11-21',
  zh: {
    title: '身份信息处理说明',
    paragraphs: [
      '为核验您的身份，我们收集您的姓名、证件号码和手机号码。证件号码属于敏感个人信息，需要您单独同意。',
      '这些信息会提交给实名核验服务比对，比对结果为“一致”或“不一致”。除此之外不用于其他目的。',
      '证件号码加密保存，不会显示给合同各方，也不会写入合同或证书；您经核验的姓名会显示在您签署的合同中。',
      '不提供这些信息，您仍可阅读发给您的合同，但无法签署。您可以要求查阅、更正或删除自己的信息；依法须保存的签署记录除外。',
    ],
  },
  en: {
    title: 'How your identity data is used',
    paragraphs: [
      'To verify who you are we collect your name, the number of your identity document and your mobile number. The number of the document is sensitive personal information and needs your separate consent.',
      'The data is sent to an identity service, which answers whether it matches. It is used for nothing else.',
      'The number is stored encrypted. It is shown to no party and stands in no contract and no certificate. Your verified name is shown in the contracts that you sign.',
      'Without this data you can still read contracts that were sent to you, but you cannot sign them. You can ask to see, correct or delete your data, except for records of signing that the law requires to be kept.',
    ],
  },
};
