import type { Agreement } from './agreement.js';

export const faceCheck: Agreement = {
  version: '2026-11-21',
  zh: {
    title: '人脸核验同意书',
    paragraphs: [
      '为确认是您本人，人脸核验服务会采集您的面部图像，与证件照片比对。面部图像属于敏感个人信息，需要您单独同意。',
      '本平台只收到“通过”或“不通过”的结果，不接收、不保存面部图像。',
      '结果只用于本页写明的一次用途。您可以不同意，改用短信验证码等其他方式。',
    ],
  },
  en: {
    title: 'Consent to a face check',
    paragraphs: [
      'To make sure that it is you, a face check service takes pictures of your face and compares them with the photo of your identity document. Pictures of faces are sensitive personal information and need your separate consent.',
      'This platform receives nothing but the result, passed or not passed. It neither receives nor stores pictures.',
      'The result is used once, for the purpose that this page names. You can decline and use another method, such as a code by text message.',
    ],
  },
};
