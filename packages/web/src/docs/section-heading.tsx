import { Link2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { smallIcon } from '../shared/components/icons.js';
import { useTexts } from '../shared/text/language.js';
import { DocsLink } from './docs-link.js';
import { operationTexts } from './operation-texts.js';

const looks = {
  2: 'mt-12 mb-3 text-head',
  3: 'mt-8 mb-2 text-title',
  4: 'mt-6 mb-2 text-input',
} as const;

interface Props {
  readonly id: string;
  readonly level: 2 | 3 | 4;
  readonly children: ReactNode;
}

/** A heading that can be linked to. */
export function SectionHeading({ id, level, children }: Props) {
  const Heading = `h${level}` as const;
  return (
    <div className={`group flex break-after-avoid items-center font-semibold ${looks[level]}`}>
      <Heading id={id} className="m-0 scroll-mt-6">
        {children}
      </Heading>
      <AnchorLink id={id} />
    </div>
  );
}

/** Shown on hover and on keyboard focus; hidden on touch screens, where it would only be hit by accident. */
export function AnchorLink({ id }: { readonly id: string }) {
  const t = useTexts(operationTexts);
  return (
    <DocsLink
      href={`#${id}`}
      label={t.linkTo(id)}
      className="ml-1 inline-flex size-6 items-center justify-center align-middle text-n-500 opacity-0 group-hover:opacity-100 focus-visible:opacity-100 [@media(hover:none)]:hidden print:hidden"
    >
      <Link2 {...smallIcon} />
    </DocsLink>
  );
}
