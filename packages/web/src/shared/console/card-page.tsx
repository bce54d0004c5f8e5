import type { ReactNode } from 'react';
import { BrandHeader } from '../components/brand-header.js';
import { useHeading } from '../components/use-heading.js';

interface Props {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
  /** Below the card. */
  readonly below?: ReactNode;
}

/** A page with one card: the whole width on phones, centred on desktops. */
export function CardPage({ title, lead, children, below }: Props) {
  const heading = useHeading(title);
  return (
    <div className="flex h-full scroll-pb-24 flex-col overflow-y-auto">
      <BrandHeader />
      <main className="mx-auto flex w-full max-w-[480px] flex-1 animate-fade flex-col px-4 pt-2 pb-12 sm:justify-center sm:pb-24">
        <div className="sm:rounded-card sm:bg-n-0 sm:p-8 sm:shadow-paper">
          <h1 ref={heading} tabIndex={-1} className="m-0 text-page font-semibold names">
            {title}
          </h1>
          {lead !== undefined && <p className="m-0 mt-2 text-body text-n-600 names">{lead}</p>}
          <div className="mt-6">{children}</div>
        </div>
        {below !== undefined && <div className="mt-6">{below}</div>}
      </main>
    </div>
  );
}
