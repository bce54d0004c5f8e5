import { describe, expect, test } from 'vitest';
import {
  dayInWords,
  momentInFigures,
  momentInFull,
  momentInWords,
  timeOf,
} from '../../../packages/web/src/shared/format/dates.js';

const today = new Date('2026-11-20T12:00:00+08:00');
const soon = '2026-12-01T23:59:08.000+0800';
const later = '2027-01-05T09:30:00.000+0800';

describe('a time on the pages', () => {
  test('has no year in sentences and tables while it is this year', () => {
    expect(dayInWords(soon, 'zh', today)).toBe('12月1日');
    expect(dayInWords(soon, 'en', today)).toBe('1 Dec');
    expect(momentInWords(soon, 'zh', today)).toBe('12月1日 23:59');
    expect(momentInWords(soon, 'en', today)).toBe('1 Dec, 23:59');
    expect(momentInFigures(soon, today)).toBe('12-01 23:59');
  });

  test('has its year in any other one', () => {
    expect(dayInWords(later, 'zh', today)).toBe('2027年1月5日');
    expect(dayInWords(later, 'en', today)).toBe('5 Jan 2027');
    expect(momentInWords(later, 'zh', today)).toBe('2027年1月5日 09:30');
    expect(momentInWords(later, 'en', today)).toBe('5 Jan 2027, 09:30');
    expect(momentInFigures(later, today)).toBe('2027-01-05 09:30');
  });

  test('is complete where it may serve as evidence', () => {
    expect(momentInFull(soon)).toBe('2026-12-01 23:59:08');
    expect(timeOf(soon)).toBe('23:59');
  });
});
