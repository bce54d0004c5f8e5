import { texts } from '../shared/text/language.js';

export const loginTexts = texts(
  {
    title: '登录',
    lead: '企业成员登录控制台，发起、处理和查找合同。',
    ownContracts: '只看我自己的合同',
    oidcFailed: '企业账号登录未成功。请确认该账号的手机号已验证，且您是该企业的成员。',
    demoTitle: '沙箱：以演示人员身份登录',
    demoText: '无需验证码，仅限沙箱。',
    demoAs: (name: string, role: string) => `${name}（${role}）`,
  },
  {
    title: 'Log in',
    lead: 'Members of enterprises log in to send, handle and find contracts.',
    ownContracts: 'See only my own contracts',
    oidcFailed:
      'The log-in with your company account did not succeed. Its mobile number must be verified, and you must be a member of the enterprise.',
    demoTitle: 'Sandbox: log in as one of the demo people',
    demoText: 'No code is needed. This exists in the sandbox only.',
    demoAs: (name: string, role: string) => `${name} (${role})`,
  },
);
