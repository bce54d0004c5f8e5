import { Button as AriaButton } from 'react-aria-components/Button';
import { commonTexts } from '../text/common-texts.js';
import { useLanguage, useTexts } from '../text/language.js';

export function LanguageSwitch() {
  const t = useTexts(commonTexts);
  const { language, choose } = useLanguage();
  return (
    <AriaButton
      aria-label={t.otherLanguageLabel}
      onPress={() => choose(language === 'zh' ? 'en' : 'zh')}
      className="inline-flex h-11 min-w-11 print:hidden shrink-0 items-center justify-center rounded-control px-2 text-small font-medium text-n-700 select-none hover:bg-n-100"
    >
      <span lang={language === 'zh' ? 'en' : 'zh-CN'}>{t.otherLanguage}</span>
    </AriaButton>
  );
}
