import { texts } from '../text/language.js';

/** Texts of the states that several pages share. */
export const stateTexts = texts(
  {
    invalidTitle: '链接无效或不属于您',
    invalidText: '请用收到短信的手机号打开，或向发起方索取新链接。',
    brokenTitle: '页面出了问题',
    brokenText: '您已提交的内容不受影响，请重新打开页面。',
    offlineTitle: '网络未连接',
    busyTitle: '服务暂时不可用',
    busyText: (id: string) => (id === '' ? '您的内容已保留，请稍后重试。' : `您的内容已保留，编号 ${id}`),
    tooManyTitle: '请求太频繁',
    tooManyText: (seconds: number) => `请 ${seconds} 秒后再试。`,
    refusedTitle: '合同已被拒签',
    revokedTitle: '发起方已撤销',
    endedText: (reason: string) => reason || '这份合同已终止，无需处理。',
    expiredTitle: '已过截止时间',
    expiredText: {
      sign: (day: string) => `截止时间为 ${day}，如仍需签署请联系发起方。`,
      fill: (day: string) => `截止时间为 ${day}，如仍需填写请联系发起方。`,
    },
    handedOverTitle: '这份合同已转交他人',
    handedOverText: '您不再是它的经办人，无需处理。',
  },
  {
    invalidTitle: 'This link is invalid or not meant for you',
    invalidText: 'Open it on the phone that received the text message, or ask the sender for a new link.',
    brokenTitle: 'Something went wrong on this page',
    brokenText: 'Everything you submitted is safe. Please reload the page.',
    offlineTitle: 'No connection',
    busyTitle: 'The service is temporarily unavailable',
    busyText: (id: string) =>
      id === '' ? 'Your data is safe. Please try again later.' : `Your data is safe. Reference ${id}`,
    tooManyTitle: 'Too many requests',
    tooManyText: (seconds: number) => `Try again in ${seconds} s.`,
    refusedTitle: 'This contract was refused',
    revokedTitle: 'The sender revoked this contract',
    endedText: (reason: string) => reason || 'This contract has ended. There is nothing to do.',
    expiredTitle: 'The deadline has passed',
    expiredText: {
      sign: (day: string) => `The deadline was ${day}. Contact the sender if it is still needed.`,
      fill: (day: string) => `The deadline was ${day}. Contact the sender if it is still needed.`,
    },
    handedOverTitle: 'This contract was transferred to somebody else',
    handedOverText: 'There is nothing left for you to do.',
  },
);
