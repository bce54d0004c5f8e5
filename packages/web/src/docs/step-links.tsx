import { ArrowLeft, ArrowRight } from 'lucide-react';
import { smallIcon } from '../shared/components/icons.js';
import { useTexts } from '../shared/text/language.js';
import type { Directory } from './content.js';
import { DocsLink } from './docs-link.js';
import { docsTexts } from './docs-texts.js';
import { neighboursOf } from './place.js';

const look =
  'flex min-h-16 flex-1 flex-col justify-center rounded-card border border-n-200 px-4 py-2 hover:bg-n-25';

export function StepLinks({ href, directory }: { readonly href: string; readonly directory: Directory }) {
  const t = useTexts(docsTexts);
  const { before, after } = neighboursOf(href, directory);
  return (
    <div className="mt-16 flex flex-col gap-3 sm:flex-row print:hidden">
      {before === null ? (
        <span className="hidden flex-1 sm:block" />
      ) : (
        <DocsLink href={before.href} className={look}>
          <span className="flex items-center gap-1 text-caption text-n-500">
            <ArrowLeft {...smallIcon} />
            {t.previous}
          </span>
          <span className="text-desk font-medium text-n-900">{before.title}</span>
        </DocsLink>
      )}
      {after !== null && (
        <DocsLink href={after.href} className={`${look} items-end text-right`}>
          <span className="flex items-center gap-1 text-caption text-n-500">
            {t.next}
            <ArrowRight {...smallIcon} />
          </span>
          <span className="text-desk font-medium text-n-900">{after.title}</span>
        </DocsLink>
      )}
    </div>
  );
}
