import { texts } from '../shared/text/language.js';

export const enterprisesTexts = texts(
  {
    title: '我所在的企业',
    invited: '邀请您加入，尚未确认',
    closed: '只能查看和办理由该企业发起或参与的合同',
    openSince: (day: string) => `已于 ${day} 授权查看和办理您的全部个人合同`,
    open: '授权个人合同',
    opening: '正在授权…',
    close: '撤回授权',
    closing: '正在撤回…',
    openTitle: (name: string) => `授权${name}`,
    openText: (name: string) =>
      `${name}的应用系统将可以查看和办理您以个人名义参与的全部合同。您可以随时撤回。`,
    consent: '我已阅读并同意',
    code: (mobile: string) => `发送至 ${mobile} 的验证码`,
    leave: '退出企业',
    leaving: '正在退出…',
    leaveTitle: (name: string) => `退出${name}`,
    leaveText: '退出后您不再代表该企业，您的角色、印章授权和个人合同授权随之失效；已签署的合同不受影响。',
  },
  {
    title: 'My enterprises',
    invited: 'Invitation, not accepted yet',
    closed: 'Can see and handle only contracts that it started or takes part in',
    openSince: (day: string) => `Can see and handle all of your personal contracts since ${day}`,
    open: 'Allow personal contracts',
    opening: 'Allowing…',
    close: 'Withdraw consent',
    closing: 'Withdrawing…',
    openTitle: (name: string) => `Allow ${name}`,
    openText: (name: string) =>
      `The applications of ${name} will be able to see and handle all contracts that you take part in for yourself. You can withdraw this at any time.`,
    consent: 'I have read and agree to',
    code: (mobile: string) => `Code sent to ${mobile}`,
    leave: 'Leave enterprise',
    leaving: 'Leaving…',
    leaveTitle: (name: string) => `Leave ${name}`,
    leaveText:
      'You will no longer act for the enterprise. Your roles, seal authorisations and consent for personal contracts end; contracts that you have signed stay as they are.',
  },
);
