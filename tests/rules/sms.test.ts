import { type CodeState, isOpen, resendDelay } from '@cinnabar/server/areas/sms/rules.js';
import { describe, expect, it } from 'vitest';

const sentAt = new Date('2026-03-01T12:00:00Z');
const afterSending = (seconds: number) => new Date(sentAt.getTime() + seconds * 1000);
const code: CodeState = { sentAt, expireTime: afterSending(300), failures: 0, usedAt: null };

describe('delay of the next code', () => {
  const rows = [
    ['no code yet', null, 0, 0],
    ['at once', code, 0, 60_000],
    ['half a minute later', code, 30, 30_000],
    ['a moment before the minute', code, 59.999, 1],
    ['a minute later', code, 60, 0],
    ['a used code holds nobody up', { ...code, usedAt: afterSending(1) }, 2, 0],
    ['by a clock that runs half a minute behind', code, -30, 90_000],
    ['after the clock was set back by an hour', code, -3_600, 0],
    ['one that was guessed at still does', { ...code, failures: 5 }, 10, 50_000],
  ] as const;

  it.each(rows)('%s', (_name, last, seconds, delay) => {
    expect(resendDelay(last, afterSending(seconds))).toBe(delay);
  });
});

describe('whether a code can still be used', () => {
  const rows = [
    ['new', code, 0, true],
    ['a moment before its end', code, 299.999, true],
    ['after five minutes', code, 300, false],
    ['after four wrong tries', { ...code, failures: 4 }, 1, true],
    ['after five wrong tries', { ...code, failures: 5 }, 1, false],
    ['used', { ...code, usedAt: afterSending(1) }, 2, false],
  ] as const;

  it.each(rows)('%s', (_name, given, seconds, open) => {
    expect(isOpen(given, afterSending(seconds))).toBe(open);
  });
});
