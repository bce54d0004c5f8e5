import { texts } from '../shared/text/language.js';

export const consoleHomeTexts = texts(
  {
    chooseTitle: '选择企业',
    chooseLead: (name: string) => `${name}，请选择要进入的企业。`,
    noCorpTitle: '没有可进入的企业',
    noCorpText: '您不是任何企业的有效成员。企业邀请您后，请打开短信中的链接确认。',
    ownContracts: '只看我自己的合同',
    notHereTitle: '不能进入该企业',
    notHereText: '您不是该企业的成员，或权限已变更。',
    otherCorp: '选择其他企业',
    methodTitle: '该企业不允许这种登录方式',
    methodText: '请退出后换一种方式登录，或联系企业管理员。',
    networkTitle: '当前网络不能进入该企业',
    networkText: '该企业只允许从指定的网络访问控制台。请换到办公网络后重新打开，或联系企业管理员。',
    enrolTitle: '请先设置第二因素',
    enrolText: '您的角色权限较大，须设置动态口令或通行密钥后才能进入。',
    toSecurity: '前往登录与安全',
    leave: '退出登录',
  },
  {
    chooseTitle: 'Choose an enterprise',
    chooseLead: (name: string) => `${name}, which enterprise do you want to enter?`,
    noCorpTitle: 'No enterprise to enter',
    noCorpText:
      'You are not a member of any enterprise. If one invites you, open the link in its text message to agree.',
    ownContracts: 'See only my own contracts',
    notHereTitle: 'You cannot enter this enterprise',
    notHereText: 'You are not a member of it, or your rights have changed.',
    otherCorp: 'Choose another enterprise',
    methodTitle: 'This enterprise does not allow the way in which you logged in',
    methodText: 'Log out and choose another way, or ask an administrator of the enterprise.',
    networkTitle: 'You cannot enter this enterprise from here',
    networkText:
      'The enterprise allows its console to be used from certain networks only. Open this page in its network, or ask an administrator.',
    enrolTitle: 'Set up a second factor first',
    enrolText: 'Your role has far-reaching rights: it needs an authenticator app or a passkey.',
    toSecurity: 'Go to log-in and security',
    leave: 'Log out',
  },
);
