import type { ReactNode } from 'react';

const reachable = (label: string) => ({ role: 'group', tabIndex: 0, 'aria-label': label });

interface Props {
  readonly label: string;
  readonly className: string;
  readonly children: ReactNode;
}

/** A scrollable region that takes the focus, so that it can be scrolled by keyboard. */
export function ScrollRegion({ label, className, children }: Props) {
  return (
    <div {...reachable(label)} className={`overflow-auto ${className}`}>
      {children}
    </div>
  );
}
