import { Menu, Search } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { Brand } from '../shared/components/brand.js';
import { IconButton } from '../shared/components/button.js';
import { iconSize } from '../shared/components/icons.js';
import { LanguageSwitch } from '../shared/components/language-switch.js';
import { useTexts } from '../shared/text/language.js';
import { DocsLink } from './docs-link.js';
import { docsTexts } from './docs-texts.js';
import { searchTexts } from './search-texts.js';

interface Props {
  readonly openMenu: () => void;
  readonly openSearch: () => void;
}

export function TopBar({ openMenu, openSearch }: Props) {
  const t = useTexts(docsTexts);
  const s = useTexts(searchTexts);
  return (
    <header className="flex h-14 shrink-0 items-center gap-1 border-b border-n-200 bg-n-0 px-2 lg:h-16 lg:gap-4 lg:px-6 print:hidden">
      <span className="lg:hidden">
        <IconButton label={t.openMenu} onPress={openMenu}>
          <Menu {...iconSize} />
        </IconButton>
      </span>
      <DocsLink href="/docs" className="inline-flex min-h-11 items-center gap-3 rounded-control">
        <Brand />
        <span className="text-body text-n-600">{t.docs}</span>
      </DocsLink>
      <span className="flex-1" />
      <Button
        onPress={openSearch}
        className="hidden h-11 w-80 items-center gap-2 rounded-control border border-n-400 bg-n-0 px-3 text-left text-desk text-n-500 hover:bg-n-50 lg:flex"
      >
        <Search {...iconSize} />
        <span className="flex-1 truncate">{s.hint}</span>
        <kbd className="rounded-marker border border-n-300 bg-n-50 px-1.5 font-mono text-caption text-n-600">
          /
        </kbd>
      </Button>
      <span className="lg:hidden">
        <IconButton label={s.search} onPress={openSearch}>
          <Search {...iconSize} />
        </IconButton>
      </span>
      <LanguageSwitch />
    </header>
  );
}
