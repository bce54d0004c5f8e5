import type { Agreement } from './agreement.js';

export const electronicSignature: Agreement = {
  version: '2026-11-21',
  zh: {
    title: '电子签名使用协议',
    paragraphs: [
      '您同意以数据电文的形式订立合同，并以电子签名代替手写签名或者盖章。可靠的电子签名与手写签名或者盖章具有同等的法律效力。',
      '签署前，您会看到合同全文。只有在您按下签署并以短信验证码、签署密码或人脸核验确认后，签名才会生成；没有人可以代替您作出这一确认。',
      '签名以您的数字证书生成，并带有签署时间。签署之后对文件的任何改动都能被发现。',
      '请妥善保管您的手机和签署密码。如果它们可能已被他人使用，请立即更改密码并告知发起合同的一方。',
      '本平台保存合同、签署过程和验证结果的记录，供您和合同各方查阅、下载，并用于证明合同是如何订立的。',
      '涉及婚姻、收养、继承等人身关系，停止供水、供热、供气等公用事业服务，以及法律规定不适用电子文书的其他情形，不适用电子签名。',
    ],
  },
  en: {
    title: 'Agreement on electronic signatures',
    paragraphs: [
      'You agree to conclude contracts as data messages and to sign them electronically instead of by hand or with a physical seal. A reliable electronic signature has the same legal effect as a handwritten one or a seal.',
      'You see the whole contract before you sign. A signature is made only after you press Sign and confirm it with a code from a text message, your signing password or a face check; nobody else can confirm it for you.',
      'Signatures are made with your digital certificate and carry the time of signing. Any later change to the document can be detected.',
      'Keep your phone and your signing password safe. If somebody else may have used them, change the password at once and tell the party that sent you the contract.',
      'This platform keeps the contract, the course of signing and the results of all checks. You and the other parties can read and download them, and they serve as proof of how the contract was concluded.',
      'Electronic signatures are not used for personal relations such as marriage, adoption or inheritance, for ending the supply of water, heat or gas, and wherever the law does not allow electronic documents.',
    ],
  },
};
