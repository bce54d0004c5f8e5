import { texts } from '../text/language.js';

export const reasonTexts = texts(
  { reason: '理由', hint: '2 至 200 个字', sending: '正在提交…' },
  { reason: 'Reason', hint: '2 to 200 characters', sending: 'Sending…' },
);
