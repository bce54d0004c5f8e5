export type Language = 'zh' | 'en';

const known = new Map<string, Language>();

/** The language of `msg`: the first of Chinese and English in Accept-Language; Chinese otherwise. */
export function languageOf(acceptLanguage: string | undefined): Language {
  if (acceptLanguage === undefined || acceptLanguage === '') return 'zh';
  const found = known.get(acceptLanguage);
  if (found !== undefined) return found;
  const language = preferred(acceptLanguage);
  // Clients send few different headers; the cache must stay bounded for all others.
  if (known.size >= 200) known.clear();
  known.set(acceptLanguage, language);
  return language;
}

/** RFC 9110 section 12.5.4: the highest quality wins, and among equals the first. */
function preferred(acceptLanguage: string): Language {
  let best: Language = 'zh';
  let bestQuality = 0;
  for (const range of acceptLanguage.slice(0, 500).split(',')) {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const language = tag.split('-')[0];
    if (language !== 'zh' && language !== 'en') continue;
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    const quality = weight === undefined ? 1 : Number(weight.slice(2));
    if (quality > bestQuality) {
      best = language;
      bestQuality = quality;
    }
  }
  return best;
}
