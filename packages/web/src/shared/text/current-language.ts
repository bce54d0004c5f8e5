import { keep, kept } from '../state/kept.js';
import type { Language } from './languages.js';

export type { Language };

const LANGUAGE_KEY = 'lang';

/** The URL takes precedence, then the earlier choice, then the browser; the default is Chinese. */
function firstLanguage(): Language {
  const inAddress = new URLSearchParams(location.search).get(LANGUAGE_KEY);
  const known = inAddress ?? kept(LANGUAGE_KEY) ?? navigator.languages[0] ?? 'zh';
  return known.toLowerCase().startsWith('en') ? 'en' : 'zh';
}

/** For code outside React: requests state the language of the messages they expect. */
let current: Language = firstLanguage();

export function currentLanguage(): Language {
  return current;
}

export function chooseLanguage(chosen: Language): void {
  current = chosen;
  keep(LANGUAGE_KEY, chosen);
}
