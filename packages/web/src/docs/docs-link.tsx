import type { MouseEvent, ReactNode } from 'react';
import { goToAddress } from '../shared/router/open-page.js';
import { useLanguage } from '../shared/text/language.js';
import { withLanguage } from './place.js';

interface Props {
  readonly href: string;
  readonly className?: string;
  readonly isCurrent?: boolean;
  readonly label?: string;
  readonly onFollow?: () => void;
  readonly children: ReactNode;
}

/** A link; one within the documentation is followed without a page load. */
export function DocsLink({ href, className, isCurrent = false, label, onFollow, children }: Props) {
  const { language } = useLanguage();
  const isOurs = href.startsWith('/docs') || href.startsWith('#');
  const address = href.startsWith('#') ? `?lang=${language}${href}` : withLanguage(href, language);
  const follow = (event: MouseEvent) => {
    if (!isOurs || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    event.preventDefault();
    goToAddress(address);
    onFollow?.();
  };
  return (
    <a
      href={address}
      onClick={follow}
      className={className}
      aria-label={label}
      aria-current={isCurrent ? 'page' : undefined}
      rel={isOurs ? undefined : 'noreferrer'}
    >
      {children}
    </a>
  );
}
