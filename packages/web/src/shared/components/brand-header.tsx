import { Brand } from './brand.js';
import { LanguageSwitch } from './language-switch.js';

/** Header of pages without a title of their own. */
export function BrandHeader() {
  return (
    <header className="flex min-h-14 shrink-0 items-center justify-between pr-2 pl-4 lg:px-6">
      <Brand />
      <LanguageSwitch />
    </header>
  );
}
