import { useInPage } from '../../shared/router/open-page.js';
import { useTexts } from '../../shared/text/language.js';
import { useConsole } from './console-context.js';
import { ConsoleLink, consoleAddress } from './console-link.js';
import { count } from './format.js';
import { phoneTabs, sectionOf } from './sections.js';
import { shellTexts } from './shell-texts.js';
import { useCounts } from './use-overview.js';

/** Navigation of phones; everything else stands under the last tab. */
export function PhoneTabs() {
  const t = useTexts(shellTexts);
  const { corpId } = useConsole();
  const section = useInPage((page) => (page === null ? 'home' : sectionOf(page.name)));
  const counts = useCounts();
  const current = phoneTabs.some((tab) => tab.section === section) ? section : 'me';
  return (
    <nav
      aria-label={t.navigation}
      className="shrink-0 border-t border-n-200 bg-n-0 pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      <ul className="m-0 flex list-none p-0">
        {phoneTabs.map(({ section: each, page: name, icon: Icon }) => {
          const number = counts[each] ?? 0;
          return (
            <li key={each} className="flex-1">
              <ConsoleLink
                href={consoleAddress(name, { corpId })}
                isCurrent={each === current}
                className={`flex h-14 flex-col items-center justify-center gap-0.5 text-caption no-underline ${each === current ? 'font-semibold text-n-900' : 'text-n-600'}`}
              >
                <span className="relative">
                  <Icon size={24} strokeWidth={each === current ? 2 : 1.75} aria-hidden />
                  {number > 0 && (
                    <span className="figures absolute -top-1 left-4 rounded-full bg-todo px-1 text-caption leading-4 font-medium text-todo-text">
                      {count(number)}
                    </span>
                  )}
                </span>
                {t[each]}
              </ConsoleLink>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
