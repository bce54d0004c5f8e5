import { formatDateTime } from '@cinnabar/api/date-time.js';

export type Language = 'zh' | 'en';

/** A text in both languages, Chinese first. */
export type Both = readonly [zh: string, en: string];

/** Formats the texts of a report in one language, and times in its time zone. */
export interface Say {
  (zh: string, en: string): string;
  readonly language: Language;
  of(words: Both): string;
  /** "" for a time that is not set. */
  time(iso: string | null): string;
}

export function sayIn(language: Language, zone: string): Say {
  const say = (zh: string, en: string) => (language === 'zh' ? zh : en);
  return Object.assign(say, {
    language,
    of: ([zh, en]: Both) => say(zh, en),
    time(iso: string | null) {
      if (iso === null || Number.isNaN(Date.parse(iso))) return '';
      const printed = formatDateTime(new Date(iso), zone);
      return `${printed.slice(0, 23).replace('T', ' ')} ${printed.slice(23)}`;
    },
  });
}
