import { texts } from '../shared/text/language.js';

export const writeTexts = texts(
  {
    sentTitle: '已送到电脑',
    sentText: '请回到电脑上继续签署，本页可以关闭。',
    usedTitle: '二维码已使用',
    usedText: '每个二维码只能书写一次。如需重写，请在电脑上重新获取二维码。',
    overTitle: '二维码已失效',
    overText: '请在电脑上重新获取二维码后再扫描。',
    leftTitle: '尚未书写',
    leftText: '二维码失效前，您可以继续书写。',
    go: '继续书写',
    sending: '正在送到电脑…',
    unsentTitle: '尚未送达',
    retry: '重试',
  },
  {
    sentTitle: 'It is on your computer',
    sentText: 'Go on signing there. You can close this page.',
    usedTitle: 'This code has been used',
    usedText: 'Each code is for writing once. To write again, ask for a new code on your computer.',
    overTitle: 'This code has run out',
    overText: 'Ask for a new code on your computer and scan that one.',
    leftTitle: 'Nothing written yet',
    leftText: 'You can go on writing while the code is valid.',
    go: 'Go on writing',
    sending: 'Sending it to your computer…',
    unsentTitle: 'It has not arrived yet',
    retry: 'Try again',
  },
);
