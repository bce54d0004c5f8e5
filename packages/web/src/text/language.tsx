import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react';

export type Language = 'zh' | 'en';

const KEY = 'lang';

interface LanguageChoice {
  readonly language: Language;
  readonly choose: (language: Language) => void;
}

const Choice = createContext<LanguageChoice>({ language: 'zh', choose: () => undefined });

/** The address decides, then what was chosen before, then the browser; Chinese where nobody says anything. */
function firstLanguage(): Language {
  const inAddress = new URLSearchParams(location.search).get(KEY);
  const known = inAddress ?? localStorage.getItem(KEY) ?? navigator.languages[0] ?? 'zh';
  return known.toLowerCase().startsWith('en') ? 'en' : 'zh';
}

/** For what is said outside of React: requests say in which language their answers shall speak. */
let current: Language = 'zh';
export function currentLanguage(): Language {
  return current;
}

export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const [language, setLanguage] = useState<Language>(() => {
    current = firstLanguage();
    return current;
  });
  useEffect(() => {
    document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';
  }, [language]);
  const choose = useCallback((chosen: Language) => {
    current = chosen;
    localStorage.setItem(KEY, chosen);
    setLanguage(chosen);
  }, []);
  const value = useMemo(() => ({ language, choose }), [language, choose]);
  return <Choice value={value}>{children}</Choice>;
}

export function useLanguage(): LanguageChoice {
  return use(Choice);
}

type Text = string | ((...values: never[]) => string);

/** The texts of one page in both languages: a text that one of them lacks does not compile. */
export function texts<T extends Readonly<Record<string, Text>>>(
  zh: T,
  en: NoInfer<T>,
): { readonly zh: T; readonly en: T } {
  return { zh, en };
}

export function useTexts<T>(both: { readonly zh: T; readonly en: T }): T {
  return both[useLanguage().language];
}
