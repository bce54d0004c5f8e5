import type { ReactNode } from 'react';
import { useHeading } from '../shared/components/use-heading.js';
import { useTexts } from '../shared/text/language.js';
import { docsTexts } from './docs-texts.js';

interface Props {
  readonly title: string;
  /** Above the title. */
  readonly kicker?: ReactNode;
  /** Beside the text where there is room. */
  readonly beside?: ReactNode;
  readonly children: ReactNode;
}

/** Layout of a page: heading, text at a readable width, and a column beside it on wide screens. */
export function PageFrame({ title, kicker, beside, children }: Props) {
  const t = useTexts(docsTexts);
  const heading = useHeading(t.title(title));
  return (
    <main className="mx-auto w-full max-w-[52rem] px-4 pt-6 pb-24 lg:px-10 lg:pt-10 min-[1280px]:grid min-[1280px]:max-w-[70rem] min-[1280px]:grid-cols-[minmax(0,1fr)_14rem] min-[1280px]:gap-12 print:block print:max-w-none print:p-0">
      <article className="min-w-0 text-body">
        {kicker}
        <h1 ref={heading} tabIndex={-1} className="m-0 mb-4 text-page font-semibold">
          {title}
        </h1>
        {children}
      </article>
      {beside !== undefined && <div className="hidden min-[1280px]:block print:hidden">{beside}</div>}
    </main>
  );
}
