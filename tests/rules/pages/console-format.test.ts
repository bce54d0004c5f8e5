import { expect, test } from 'vitest';
import { durationInWords } from '../../../packages/web/src/console/shell/format.js';

const SECOND = 1000;
const HOUR = 3600 * SECOND;

test.each([
  { lasted: -5 * SECOND, zh: '不到 1 分钟', en: 'under a minute' },
  { lasted: 59 * SECOND, zh: '不到 1 分钟', en: 'under a minute' },
  { lasted: 60 * SECOND, zh: '1 分钟', en: '1 minute' },
  { lasted: HOUR, zh: '1 小时', en: '1 hour' },
  { lasted: 47 * HOUR, zh: '47 小时', en: '47 hours' },
  { lasted: 48 * HOUR, zh: '2 天', en: '2 days' },
])('what has lasted $lasted ms is said as $zh', ({ lasted, zh, en }) => {
  expect(durationInWords(lasted, 'zh')).toBe(zh);
  expect(durationInWords(lasted, 'en')).toBe(en);
});
