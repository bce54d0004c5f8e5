import { texts } from '../shared/text/language.js';

export const framedTexts = texts(
  {
    refusal: '这是预览，到此为止：不会发送验证码，也不会签署或拒签任何合同。',
  },
  {
    refusal: 'This is a preview and ends here: no code is sent, and no contract is signed or refused.',
  },
);
