import { texts } from '../text/language.js';

export const reasonTexts = texts(
  { reason: '理由', hint: (most: number) => `2 至 ${most} 个字`, sending: '正在提交…' },
  { reason: 'Reason', hint: (most: number) => `2 to ${most} characters`, sending: 'Sending…' },
);
