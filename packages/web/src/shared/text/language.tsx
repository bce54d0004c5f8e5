import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react';
import { chooseLanguage, currentLanguage, type Language } from './current-language.js';

export type { Language };

interface LanguageChoice {
  readonly language: Language;
  readonly choose: (language: Language) => void;
}

const Choice = createContext<LanguageChoice>({ language: 'zh', choose: () => undefined });

export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const [language, setLanguage] = useState(currentLanguage);
  useEffect(() => {
    document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';
  }, [language]);
  const choose = useCallback((chosen: Language) => {
    chooseLanguage(chosen);
    setLanguage(chosen);
  }, []);
  const value = useMemo(() => ({ language, choose }), [language, choose]);
  return <Choice value={value}>{children}</Choice>;
}

export function useLanguage(): LanguageChoice {
  return use(Choice);
}

type Text = string | ((...values: never[]) => string) | { readonly [name: string]: Text };

/** Texts of a page in both languages; a text missing in one of them is a compile error. */
export function texts<T extends Readonly<Record<string, Text>>>(
  zh: T,
  en: NoInfer<T>,
): { readonly zh: T; readonly en: T } {
  return { zh, en };
}

export function useTexts<T>(both: { readonly zh: T; readonly en: T }): T {
  return both[useLanguage().language];
}
