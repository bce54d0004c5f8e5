import { texts } from '../text/language.js';

export const proofTexts = texts(
  {
    method: '验证方式',
    sms: '短信验证码',
    pwd: '签署密码',
    face: '刷脸认证',
    sendingCode: '正在发送…',
    sentTo: (mobile: string) => `已发送至 ${mobile}`,
    chosenAnew: '所选合同已变更，请重新获取验证码',
    password: '6 位签署密码',
    delete: '删除',
    forgot: '忘记密码',
    newPassword: '新的签署密码',
    codeInstead: '改用短信验证码',
  },
  {
    method: 'Proof',
    sms: 'Text message',
    pwd: 'Password',
    face: 'Face check',
    sendingCode: 'Sending…',
    sentTo: (mobile: string) => `Sent to ${mobile}`,
    chosenAnew: 'The selection has changed. Request a new code',
    password: '6-digit signing password',
    delete: 'Delete',
    forgot: 'Forgot password',
    newPassword: 'New signing password',
    codeInstead: 'Use a text message',
  },
);
