import { BookOpenText, ChevronRight, Rocket, TriangleAlert, Webhook } from 'lucide-react';
import { iconSize } from '../shared/components/icons.js';
import { useHeading } from '../shared/components/use-heading.js';
import { useTexts } from '../shared/text/language.js';
import type { Directory } from './content.js';
import { DocsLink } from './docs-link.js';
import { docsTexts } from './docs-texts.js';
import { areaHref, guideHref } from './place.js';
import { useArrival } from './use-arrival.js';

const card =
  'flex items-center gap-4 rounded-card border border-n-200 bg-n-0 p-4 shadow-paper transition-colors duration-[120ms] hover:bg-n-25';

export function StartView({ directory: { guides, areas } }: { readonly directory: Directory }) {
  const t = useTexts(docsTexts);
  const heading = useHeading(t.startTitle);
  useArrival('/docs');
  const steps = [
    { name: 'quick-start', Icon: Rocket, note: t.quickStartNote },
    { name: 'integration', Icon: BookOpenText, note: t.integrationNote },
    { name: 'webhooks', Icon: Webhook, note: t.webhooksNote },
    { name: 'errors', Icon: TriangleAlert, note: t.errorsNote },
  ] as const;
  const titleOf = (name: string) => guides.find((guide) => guide.name === name)?.title ?? name;
  return (
    <main className="mx-auto w-full max-w-[64rem] px-4 pt-8 pb-24 lg:px-10 lg:pt-14">
      <h1 ref={heading} tabIndex={-1} className="m-0 mb-3 text-page font-semibold lg:text-amount">
        {t.startTitle}
      </h1>
      <p className="m-0 max-w-[44rem] text-input text-n-600">{t.startText}</p>

      <h2 className="mt-12 mb-4 text-title font-semibold">{t.firstSteps}</h2>
      <div className="grid gap-3 sm:grid-cols-2">
        {steps.map(({ name, Icon, note }) => (
          <DocsLink key={name} href={guideHref(name)} className={card}>
            <Icon {...iconSize} className="shrink-0 text-n-700" />
            <span className="min-w-0 flex-1">
              <span className="block text-input font-semibold">{titleOf(name)}</span>
              <span className="block text-small text-n-600">{note}</span>
            </span>
            <ChevronRight {...iconSize} className="shrink-0 text-n-500" />
          </DocsLink>
        ))}
      </div>

      <h2 className="mt-12 mb-4 text-title font-semibold">{t.reference}</h2>
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {[
          ...areas.map(({ area, title, operations }) => ({
            href: areaHref(area),
            title,
            note: t.operations(operations.length),
          })),
          { href: '/docs/events', title: t.events, note: t.eventsText },
          { href: '/docs/codes', title: t.codes, note: t.codesText },
        ].map(({ href, title, note }) => (
          <DocsLink key={href} href={href} className={card}>
            <span className="min-w-0 flex-1">
              <span className="block text-input font-semibold">{title}</span>
              <span className="block text-small text-n-600">{note}</span>
            </span>
            <ChevronRight {...iconSize} className="shrink-0 text-n-500" />
          </DocsLink>
        ))}
      </div>

      <h2 className="mt-12 mb-4 text-title font-semibold">{t.guides}</h2>
      <ul className="m-0 grid list-none gap-x-6 p-0 sm:grid-cols-2 lg:grid-cols-3">
        {guides.map(({ name, title }) => (
          <li key={name}>
            <DocsLink
              href={guideHref(name)}
              className="flex min-h-11 items-center gap-1 text-body text-cinnabar-600 underline-offset-4 hover:underline"
            >
              {title}
            </DocsLink>
          </li>
        ))}
      </ul>
    </main>
  );
}
