import type { Agreement } from './agreement.js';

export const certificateRequest: Agreement = {
  version: '2026-11-21',
  zh: {
    title: '数字证书申请书',
    paragraphs: [
      '您申请由本平台的证书服务以您的名义签发数字证书；代表企业签署时，同时以该企业的名义申请。',
      '证书中写明经核验的姓名或企业名称，不写明证件号码。证书随签名附在合同中，合同各方都能看到。',
      '私钥由本平台加密保管，只在您确认签署时用于您确认的合同，不作他用，也不提供给任何人。',
      '您确认提交的身份信息真实、准确。信息有变化或私钥可能已被他人使用时，请及时告知，证书将被停止使用。',
    ],
  },
  en: {
    title: 'Certificate request',
    paragraphs: [
      'You ask the certificate service of this platform to issue digital certificates in your name, and, where you sign for an enterprise, in the name of that enterprise too.',
      'A certificate states the verified name of the person or enterprise and no identity number. It is part of each signature, so that all parties of a contract can see it.',
      'The platform keeps the private key encrypted. It is used only when you confirm a signature, for the contract that you confirm, and it is given to nobody.',
      'You confirm that what you state about your identity is true. Tell us when it changes or when somebody else may have used the key, and the certificate will no longer be used.',
    ],
  },
};
