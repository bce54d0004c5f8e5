import type { Language } from '../src/shared/text/languages.js';

/** Descriptions of the interface hold both languages: `合同编号 / flow id`. */
export function inLanguage(both: string, language: Language): string {
  const [zh, en, ...rest] = both.split(' / ');
  if (zh === undefined || en === undefined || rest.length > 0) {
    throw new TypeError(`not one text in two languages: ${both}`);
  }
  return language === 'zh' ? zh : en;
}
