import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { smallIcon } from '../shared/components/icons.js';

interface Props {
  readonly title: string;
  readonly isOpen?: boolean;
  readonly children: ReactNode;
}

/** Collapsed details; printing expands them. */
export function Fold({ title, isOpen = false, children }: Props) {
  return (
    <details open={isOpen} className="group border-t border-n-200">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-1 text-small font-medium text-n-700 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          {...smallIcon}
          className="shrink-0 transition-transform duration-[120ms] group-open:rotate-90 print:hidden"
        />
        {title}
      </summary>
      <div className="pb-3">{children}</div>
    </details>
  );
}
