import type { Area } from '@cinnabar/api/operation.js';
import { use } from 'react';
import { useLanguage } from '../shared/text/language.js';
import type { Language } from '../shared/text/languages.js';
import type { AreaContent, Codes, EventContent, Guide, SearchEntry } from './content.js';
import { type Part, parts } from './made-content.js';

/** Fetches each part once; a failed fetch is repeated when the part is needed again. */
function askedOnce<T>(askFor: (language: Language, name: string) => Part<T> | undefined) {
  const asked = new Map<string, Promise<T>>();
  return (language: Language, name = ''): Promise<T> => {
    const key = `${language} ${name}`;
    const known = asked.get(key);
    if (known !== undefined) return known;
    const ask = askFor(language, name);
    if (ask === undefined) throw new RangeError(`the documentation has no part ${key}`);
    const part = ask().then(({ default: content }) => content);
    asked.set(key, part);
    part.catch(() => asked.delete(key));
    return part;
  };
}

const areaPart = askedOnce<AreaContent>((language, name) => {
  const { areas } = parts[language];
  return Object.entries(areas).find(([area]) => area === name)?.[1];
});
const guidePart = askedOnce<Guide>((language, name) => parts[language].guides[name]);
const codesPart = askedOnce<Codes>((language) => parts[language].codes);
const eventsPart = askedOnce<readonly EventContent[]>((language) => parts[language].events);

export const searchPart = askedOnce<readonly SearchEntry[]>((language) => parts[language].search);

export function useArea(area: Area): AreaContent {
  return use(areaPart(useLanguage().language, area));
}

export function useGuide(name: string): Guide {
  return use(guidePart(useLanguage().language, name));
}

export function useCodes(): Codes {
  return use(codesPart(useLanguage().language));
}

export function useEvents(): readonly EventContent[] {
  return use(eventsPart(useLanguage().language));
}
