import type { Area } from '@cinnabar/api/operation.js';
import { ChevronRight } from 'lucide-react';
import { smallIcon } from '../shared/components/icons.js';
import { useTexts } from '../shared/text/language.js';
import { DocsLink } from './docs-link.js';
import { docsTexts } from './docs-texts.js';
import { PageFrame } from './page-frame.js';
import { useArea } from './parts.js';
import { areaHref, operationHref } from './place.js';
import { useArrival } from './use-arrival.js';

/** Lists the operations of an area. */
export function AreaView({ area }: { readonly area: Area }) {
  const { title, operations } = useArea(area);
  const t = useTexts(docsTexts);
  useArrival(areaHref(area));
  return (
    <PageFrame title={title} kicker={<p className="m-0 mb-1 text-small text-n-500">{t.reference}</p>}>
      <ul className="m-0 mt-6 list-none border-t border-n-200 p-0">
        {operations.map(({ name, path, title: words }) => (
          <li key={name} className="border-b border-n-200">
            <DocsLink
              href={operationHref(area, name)}
              className="flex min-h-14 items-center gap-4 py-2 hover:bg-n-25"
            >
              <span className="min-w-0 flex-1 sm:flex sm:items-baseline sm:gap-4">
                <span className="block flex-1 text-body font-medium">{words}</span>
                <code className="block font-mono text-small text-n-500 names">{path}</code>
              </span>
              <ChevronRight {...smallIcon} className="shrink-0 text-n-500" />
            </DocsLink>
          </li>
        ))}
      </ul>
    </PageFrame>
  );
}
