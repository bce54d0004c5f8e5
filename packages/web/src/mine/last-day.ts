import { dayInWords } from '../sign/dates.js';
import type { Language } from '../text/language.js';

/** 12月1日, with its year where that is another one. */
export function lastDay(moment: string, language: Language): string {
  const year = moment.slice(0, 4);
  const day = dayInWords(moment, language);
  if (year === String(new Date().getFullYear())) return day;
  return language === 'zh' ? `${year}年${day}` : `${day} ${year}`;
}
