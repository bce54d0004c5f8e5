import { Search, UserRound } from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { IconButton } from '../../shared/components/button.js';
import { iconSize, smallIcon } from '../../shared/components/icons.js';
import { LanguageSwitch } from '../../shared/components/language-switch.js';
import { useTexts } from '../../shared/text/language.js';
import { Bell } from './bell.js';
import { useConsole } from './console-context.js';
import { CorpSwitch } from './corp-switch.js';
import { lineLook, PopoverList } from './popover-list.js';
import { shellTexts } from './shell-texts.js';

interface Props {
  /** The folded rail has no room for the name of the enterprise. */
  readonly isRailFolded: boolean;
  readonly openSearch: () => void;
  readonly openKeys: () => void;
}

export function TopBar({ isRailFolded, openSearch, openKeys }: Props) {
  const t = useTexts(shellTexts);
  const { corpId, corpName, personName, mobile, logOut } = useConsole();
  return (
    <header className="flex min-h-14 shrink-0 items-center gap-1 border-b border-n-200 bg-n-0 px-2 lg:min-h-16 lg:px-6">
      <div className="min-w-0 flex-1 lg:hidden">
        <CorpSwitch />
      </div>
      {isRailFolded && (
        <bdi className="mr-3 hidden max-w-64 truncate text-desk font-semibold lg:block" title={corpName}>
          {corpName}
        </bdi>
      )}
      <div className="hidden min-w-0 flex-1 lg:block">
        <AriaButton
          onPress={openSearch}
          className="flex h-11 w-full max-w-96 items-center gap-2 rounded-control border border-n-400 bg-n-0 px-3 text-left text-desk text-n-500 hover:bg-n-50"
        >
          <Search {...smallIcon} className="shrink-0" />
          <span className="min-w-0 flex-1 truncate">{t.searchHint}</span>
          <kbd aria-hidden className="rounded-marker bg-n-100 px-1.5 text-caption text-n-600">
            /
          </kbd>
        </AriaButton>
      </div>
      <span className="lg:hidden">
        <IconButton label={t.search} onPress={openSearch}>
          <Search {...iconSize} />
        </IconButton>
      </span>
      <Bell />
      <span className="hidden lg:block">
        <LanguageSwitch />
      </span>
      <PopoverList
        label={t.person(personName)}
        side="end"
        buttonLook="flex h-11 min-w-11 shrink-0 items-center justify-center gap-2 rounded-control px-2 text-desk hover:bg-n-100"
        button={
          <>
            <UserRound {...iconSize} />
            <bdi className="hidden max-w-40 truncate lg:block">{personName}</bdi>
          </>
        }
      >
        {(close) => (
          <>
            <p className="figures m-0 px-3 py-2 text-small text-n-500">
              <bdi className="block font-medium text-n-900">{personName}</bdi>
              {mobile}
            </p>
            <a href={`/security?next=/console/${corpId}`} className={lineLook}>
              {t.security}
            </a>
            <AriaButton
              className={lineLook}
              onPress={() => {
                close();
                openKeys();
              }}
            >
              {t.keys}
            </AriaButton>
            <AriaButton className={lineLook} onPress={logOut}>
              {t.logOut}
            </AriaButton>
          </>
        )}
      </PopoverList>
    </header>
  );
}
