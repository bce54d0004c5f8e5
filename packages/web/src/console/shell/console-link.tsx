import type { PageName, PageParameters, PageState } from '@cinnabar/api/pages/addresses.js';
import { pageAddress } from '@cinnabar/api/pages/addresses.js';
import type { MouseEvent, ReactNode } from 'react';
import { goToAddress } from '../../shared/router/open-page.js';

/** The address of a page of the console, with the state that it shows. */
export function consoleAddress<Name extends PageName>(
  name: Name,
  parameters: PageParameters<Name>,
  state: PageState<Name> = {},
): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(state)) {
    if (value !== undefined) search.set(key, String(value));
  }
  const text = search.toString();
  return `${pageAddress(name, parameters)}${text === '' ? '' : `?${text}`}`;
}

interface Props {
  readonly href: string;
  readonly className?: string;
  readonly label?: string;
  readonly isCurrent?: boolean;
  readonly onFollow?: () => void;
  readonly children: ReactNode;
}

/** A link within the console, followed without loading the page. */
export function ConsoleLink({ href, className, label, isCurrent = false, onFollow, children }: Props) {
  const follow = (event: MouseEvent) => {
    // With a modifier key, the browser opens another window.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    goToAddress(href);
    onFollow?.();
  };
  return (
    <a
      href={href}
      onClick={follow}
      className={className}
      aria-label={label}
      aria-current={isCurrent ? 'page' : undefined}
    >
      {children}
    </a>
  );
}
