import { ChevronRight, ShieldCheck } from 'lucide-react';
import { Button } from '../../shared/components/button.js';
import { iconSize } from '../../shared/components/icons.js';
import { useHeading } from '../../shared/components/use-heading.js';
import { useLanguage, useTexts } from '../../shared/text/language.js';
import { useConsole } from '../shell/console-context.js';
import { ConsoleLink, consoleAddress } from '../shell/console-link.js';
import { PHONE_TABS, railOf } from '../shell/sections.js';
import { shellTexts } from '../shell/shell-texts.js';

const line =
  'flex min-h-14 items-center gap-3 px-4 text-body text-n-900 no-underline hover:bg-n-25 active:bg-n-50';

/** The rest of the navigation, for phones, and the person's own settings. */
export default function MeScreen() {
  const t = useTexts(shellTexts);
  const { corpId, corpName, personName, mobile, roles, logOut } = useConsole();
  const { language, choose } = useLanguage();
  const heading = useHeading(t.meTitle);
  return (
    <div className="mx-auto w-full max-w-[640px] py-4">
      <h1 ref={heading} tabIndex={-1} className="m-0 px-4 text-page font-semibold">
        {t.meTitle}
      </h1>
      <p className="figures m-0 px-4 pb-4 text-small text-n-500">
        <bdi className="block text-body font-medium text-n-900">{personName}</bdi>
        {mobile}
        <bdi className="block names">{corpName}</bdi>
      </p>
      <ul className="m-0 list-none divide-y divide-n-200 border-y border-n-200 bg-n-0 p-0">
        {railOf(roles)
          .slice(PHONE_TABS)
          .map(({ section, page, icon: Icon }) => (
            <li key={section}>
              <ConsoleLink href={consoleAddress(page, { corpId })} className={line}>
                <Icon {...iconSize} className="text-n-600" />
                <span className="flex-1">{t[section]}</span>
                <ChevronRight {...iconSize} className="text-n-400" />
              </ConsoleLink>
            </li>
          ))}
        <li>
          <a href="/security" className={line}>
            <ShieldCheck {...iconSize} className="text-n-600" />
            <span className="flex-1">{t.security}</span>
            <ChevronRight {...iconSize} className="text-n-400" />
          </a>
        </li>
      </ul>
      <div className="flex flex-col gap-3 p-4">
        <Button wide onPress={() => choose(language === 'zh' ? 'en' : 'zh')}>
          <span lang={language === 'zh' ? 'en' : 'zh-CN'}>{t.otherLanguage}</span>
        </Button>
        <Button wide onPress={logOut}>
          {t.logOut}
        </Button>
      </div>
    </div>
  );
}
