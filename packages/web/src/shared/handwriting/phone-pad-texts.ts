import { texts } from '../text/language.js';

export const phonePadTexts = texts(
  {
    title: '用手机书写',
    code: '用手机扫描此二维码，在手机上书写签名',
    waiting: '请用手机扫码书写，写完后自动回到这里',
    once: '二维码 5 分钟内有效，只能使用一次，请勿让他人扫描',
    taken: '已收到您的签名',
    over: '二维码已失效',
    anew: '重新获取二维码',
    here: '在此屏幕上书写',
  },
  {
    title: 'Write on your phone',
    code: 'QR code for writing your signature on your phone',
    waiting: 'Scan the code and sign on your phone. The signature then appears here',
    once: 'Valid once, for 5 minutes. Do not let anybody else scan it',
    taken: 'Signature received',
    over: 'This code has expired',
    anew: 'New code',
    here: 'Write on this screen',
  },
);
