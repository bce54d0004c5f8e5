import { pageAddress } from '@cinnabar/api/pages/addresses.js';
import { BookOpenText, Building2, ChevronRight, Files, ShieldCheck } from 'lucide-react';
import { useEffect } from 'react';
import { BrandHeader } from '../shared/components/brand-header.js';
import { iconSize } from '../shared/components/icons.js';
import { useTexts } from '../shared/text/language.js';
import { homeTexts } from './home-texts.js';

/** What visitors can do without a link. */
export default function HomePage() {
  const t = useTexts(homeTexts);
  useEffect(() => {
    document.title = t.title;
  }, [t]);
  const ways = [
    { href: pageAddress('contracts', {}), Icon: Files, title: t.contracts, note: t.contractsNote },
    { href: pageAddress('corps', {}), Icon: Building2, title: t.console, note: t.consoleNote },
    { href: pageAddress('verify', {}), Icon: ShieldCheck, title: t.verify, note: t.verifyNote },
    { href: pageAddress('docs', {}), Icon: BookOpenText, title: t.docs, note: t.docsNote },
  ] as const;
  return (
    <div className="flex h-full flex-col overflow-y-auto">
      <BrandHeader />
      <main className="mx-auto my-auto w-full max-w-[560px] px-4 pt-4 pb-24">
        <h1 className="m-0 mb-2 text-page font-semibold">{t.heading}</h1>
        <p className="m-0 mb-6 text-body text-n-600">{t.lead}</p>
        <nav className="flex flex-col gap-3">
          {ways.map(({ href, Icon, title, note }) => (
            <a
              key={href}
              href={href}
              className="flex items-center gap-4 rounded-card border border-n-200 bg-n-0 p-4 shadow-paper transition-colors duration-[120ms] hover:bg-n-25 sm:p-6"
            >
              <Icon {...iconSize} className="shrink-0 text-n-700" />
              <span className="min-w-0 flex-1">
                <span className="block text-title font-semibold">{title}</span>
                <span className="block text-small text-n-600">{note}</span>
              </span>
              <ChevronRight {...iconSize} className="shrink-0 text-n-500" />
            </a>
          ))}
        </nav>
      </main>
    </div>
  );
}
