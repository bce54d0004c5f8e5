import type { ReactNode } from 'react';
import { BrandHeader } from './brand-header.js';
import { useHeading } from './use-heading.js';

interface Props {
  readonly figure?: ReactNode;
  readonly title: string;
  readonly children: ReactNode;
}

/** Outcome of an act that needs more room than a StatePage: one column, with the outcome first. */
export function OutcomePage({ figure, title, children }: Props) {
  const heading = useHeading(title);
  return (
    <div className="flex h-full flex-col overflow-y-auto">
      <BrandHeader />
      <main className="flex-1 px-4 pt-4 pb-12">
        <div className="mx-auto flex w-full max-w-[480px] flex-col items-center text-center">
          {figure}
          <h1 ref={heading} tabIndex={-1} className="mt-4 mb-2 text-page font-semibold">
            {title}
          </h1>
          {children}
        </div>
      </main>
    </div>
  );
}
