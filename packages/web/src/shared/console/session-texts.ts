import { texts } from '../text/language.js';

/** A log-in as one line. */
export const sessionTexts = texts(
  {
    unnamed: '未知设备',
    lastUsed: (time: string, place: string) => `最近使用 ${time} · ${place}`,
    methods: {
      sms: '短信验证码',
      password: '密码',
      passkey: '通行密钥',
      oidc: '企业账号',
      access: '应用链接',
      demo: '沙箱一键登录',
    },
  },
  {
    unnamed: 'Unknown device',
    lastUsed: (time: string, place: string) => `Last used ${time} · ${place}`,
    methods: {
      sms: 'text message',
      password: 'password',
      passkey: 'passkey',
      oidc: 'company account',
      access: 'link of an application',
      demo: 'one-click sandbox log-in',
    },
  },
);
