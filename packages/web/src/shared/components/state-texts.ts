import { texts } from '../text/language.js';

/** Texts of the states that several pages share. */
export const stateTexts = texts(
  {
    invalidTitle: '链接无效或不属于您',
    invalidText: '请用收到短信的手机号打开，或向发起方索取新链接。',
    unknownTitle: '没有这个页面',
    unknownText: '地址可能不完整。请从短信中的链接打开，或登录“我的合同”。',
    noSectionText: '地址可能不完整，请从控制台重新打开。',
    fileOverTitle: '下载链接已失效',
    fileOverText: '请回到原来的页面重新下载，或登录“我的合同”。',
    brokenTitle: '页面出了问题',
    brokenText: '您已提交的内容不受影响，请重新打开页面。',
    offlineTitle: '网络未连接',
    busyTitle: '服务暂时不可用',
    busyText: (id: string) => (id === '' ? '您的内容已保留，请稍后重试。' : `您的内容已保留，编号 ${id}`),
    tooManyTitle: '请求太频繁',
    tooManyText: (seconds: number) => `请 ${seconds} 秒后再试。`,
    handedOverTitle: '这份合同已转交他人',
    handedOverText: '您不再是它的经办人，无需处理。',
  },
  {
    invalidTitle: 'This link is invalid or not meant for you',
    invalidText: 'Open it on the phone that received the text message, or ask the sender for a new link.',
    unknownTitle: 'This page does not exist',
    unknownText:
      'The address may be incomplete. Open the link in your text message, or sign in to your contracts.',
    noSectionText: 'The address may be incomplete. Open the page from the console.',
    fileOverTitle: 'This download link has expired',
    fileOverText: 'Return to the page that it came from, or sign in to your contracts.',
    brokenTitle: 'Something went wrong on this page',
    brokenText: 'Everything you submitted is safe. Please reload the page.',
    offlineTitle: 'No connection',
    busyTitle: 'The service is temporarily unavailable',
    busyText: (id: string) =>
      id === '' ? 'Your data is safe. Please try again later.' : `Your data is safe. Reference ${id}`,
    tooManyTitle: 'Too many requests',
    tooManyText: (seconds: number) => `Try again in ${seconds} s.`,
    handedOverTitle: 'This contract was transferred to somebody else',
    handedOverText: 'There is nothing left for you to do.',
  },
);
