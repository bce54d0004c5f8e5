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
    sentTitle: 'Sent to your computer',
    sentText: 'Continue signing there. You can close this page.',
    usedTitle: 'This code has been used',
    usedText: 'Each code can be used once. To write again, request a new code on your computer.',
    overTitle: 'This code has expired',
    overText: 'Request a new code on your computer and scan it.',
    leftTitle: 'Nothing written yet',
    leftText: 'You can continue writing while the code is valid.',
    go: 'Continue writing',
    sending: 'Sending to your computer…',
    unsentTitle: 'Not delivered yet',
    retry: 'Try again',
  },
);
