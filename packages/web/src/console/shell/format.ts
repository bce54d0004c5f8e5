import type { Language } from '../../shared/text/languages.js';

/** Made once: toLocaleString makes one for every number. */
const figures = new Intl.NumberFormat('en-US');

/** 12,345; with + where there are more. */
export function count(total: number, isLimited = false): string {
  return `${figures.format(total)}${isLimited ? '+' : ''}`;
}

/** Milliseconds since the epoch of `2026-12-01T23:59:59.000+0800`. */
export function instantOf(moment: string): number {
  // Safari requires the colon in the offset.
  return Date.parse(moment.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long something has lasted: 3 天, 26 小时, 5 分钟. */
export function durationInWords(milliseconds: number, language: Language): string {
  const spent = Math.max(0, milliseconds);
  const days = Math.floor(spent / DAY);
  const hours = Math.floor(spent / HOUR);
  const minutes = Math.floor(spent / MINUTE);
  if (hours >= 48) return language === 'zh' ? `${days} 天` : `${days} days`;
  if (hours >= 1) return language === 'zh' ? `${hours} 小时` : hours === 1 ? '1 hour' : `${hours} hours`;
  if (minutes === 0) return language === 'zh' ? '不到 1 分钟' : 'under a minute';
  return language === 'zh' ? `${minutes} 分钟` : minutes === 1 ? '1 minute' : `${minutes} minutes`;
}

export function ageOf(moment: string, now: number, language: Language): string {
  return durationInWords(now - instantOf(moment), language);
}

/** Time left in milliseconds; negative once it has passed. */
export function leftUntil(moment: string, now: number): number {
  return instantOf(moment) - now;
}

/** A deadline that is close is shown as a warning. */
export const SOON_MS = 3 * DAY;
