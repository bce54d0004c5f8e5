import { use } from 'react';
import { Brand } from './brand.js';
import { CurrentBrand } from './current-brand.js';
import { LanguageSwitch } from './language-switch.js';

/** Header of pages without a title of their own. */
export function BrandHeader() {
  const brand = use(CurrentBrand);
  return (
    <header
      style={brand?.look.style}
      className={`flex min-h-14 shrink-0 items-center justify-between gap-2 pr-2 pl-4 lg:px-6 ${brand?.look.className ?? ''}`}
    >
      {brand?.mark ?? <Brand />}
      <LanguageSwitch />
    </header>
  );
}
