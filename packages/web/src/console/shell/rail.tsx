import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../shared/components/button.js';
import { iconSize } from '../../shared/components/icons.js';
import { useInPage } from '../../shared/router/open-page.js';
import { keep, kept } from '../../shared/state/kept.js';
import { useTexts } from '../../shared/text/language.js';
import { useConsole } from './console-context.js';
import { ConsoleLink, consoleAddress } from './console-link.js';
import { CorpSwitch } from './corp-switch.js';
import { count } from './format.js';
import { railOf, sectionOf } from './sections.js';
import { shellTexts } from './shell-texts.js';
import { useCounts } from './use-overview.js';

const SETTING = 'consoleRail';
/** Narrower windows begin with the folded rail. */
const WIDE_PX = 1280;

function isFoldedAtFirst(): boolean {
  const setting = kept(SETTING);
  return setting === null ? window.innerWidth < WIDE_PX : setting === 'folded';
}

export interface RailFolding {
  readonly isFolded: boolean;
  readonly toggle: () => void;
}

/** Whether the navigation of desktops is folded, which a person decides once for all pages. */
export function useRailFolding(): RailFolding {
  const [isFolded, setFolded] = useState(isFoldedAtFirst);
  const toggle = () => {
    setFolded(!isFolded);
    keep(SETTING, isFolded ? 'open' : 'folded');
  };
  return { isFolded, toggle };
}

/** Navigation of desktops, 224 px or folded to 64. */
export function Rail({ isFolded, toggle }: RailFolding) {
  const t = useTexts(shellTexts);
  const { corpId, roles } = useConsole();
  const current = useInPage((page) => (page === null ? null : sectionOf(page.name)));
  const counts = useCounts();
  return (
    <nav
      aria-label={t.navigation}
      className={`hidden shrink-0 flex-col border-r border-n-200 bg-n-0 lg:flex ${isFolded ? 'w-16' : 'w-56'}`}
    >
      <div className="flex min-h-16 items-center border-b border-n-200 px-2 py-1">
        <CorpSwitch isFolded={isFolded} />
      </div>
      <ul className="m-0 flex-1 list-none space-y-1 overflow-y-auto p-2">
        {railOf(roles).map(({ section, page: name, icon: Icon }) => {
          const number = counts[section] ?? 0;
          return (
            <li key={section}>
              <ConsoleLink
                href={consoleAddress(name, { corpId })}
                isCurrent={section === current}
                {...(isFolded ? { label: number > 0 ? `${t[section]} ${number}` : t[section] } : {})}
                className={`relative flex h-11 items-center gap-3 rounded-control px-3.5 text-desk no-underline ${section === current ? 'bg-n-100 font-semibold text-n-900' : 'text-n-700 hover:bg-n-50'}`}
              >
                <Icon {...iconSize} className="shrink-0" />
                {!isFolded && <span className="min-w-0 flex-1">{t[section]}</span>}
                {number > 0 &&
                  (isFolded ? (
                    <span className="absolute top-2 right-2.5 size-2 rounded-full bg-cinnabar-600" />
                  ) : (
                    <span className="figures rounded-full bg-todo px-2 text-caption font-medium text-todo-text">
                      {count(number)}
                    </span>
                  ))}
              </ConsoleLink>
            </li>
          );
        })}
      </ul>
      <div className="border-t border-n-200 p-2">
        <IconButton label={isFolded ? t.unfold : t.fold} onPress={toggle}>
          {isFolded ? <PanelLeftOpen {...iconSize} /> : <PanelLeftClose {...iconSize} />}
        </IconButton>
      </div>
    </nav>
  );
}
