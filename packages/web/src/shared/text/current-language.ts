import { keep, kept } from '../state/kept.js';

export type Language = 'zh' | 'en';

const LANGUAGE_KEY = 'lang';

/** The address decides, then what was chosen before, then the browser; Chinese where nobody says anything. */
function firstLanguage(): Language {
  const inAddress = new URLSearchParams(location.search).get(LANGUAGE_KEY);
  const known = inAddress ?? kept(LANGUAGE_KEY) ?? navigator.languages[0] ?? 'zh';
  return known.toLowerCase().startsWith('en') ? 'en' : 'zh';
}

/** For what is said outside of React: requests say in which language their answers shall speak. */
let current: Language = firstLanguage();

export function currentLanguage(): Language {
  return current;
}

export function chooseLanguage(chosen: Language): void {
  current = chosen;
  keep(LANGUAGE_KEY, chosen);
}
