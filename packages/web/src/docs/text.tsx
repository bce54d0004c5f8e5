import type { ReactNode } from 'react';
import type { Inline } from './content.js';
import { DocsLink } from './docs-link.js';
import { inOrder } from './in-order.js';

export const linkLook =
  'text-cinnabar-600 underline decoration-cinnabar-300 underline-offset-4 hover:decoration-cinnabar-600';
export const codeLook =
  'rounded-marker bg-n-100 px-1 py-px font-mono text-[0.9em] [overflow-wrap:anywhere] print:bg-transparent';

export function Text({ of }: { readonly of: readonly Inline[] }) {
  return inOrder(of.map(drawn));
}

function drawn(inline: Inline): ReactNode {
  if (typeof inline === 'string') return inline;
  switch (inline.kind) {
    case 'code':
      return <code className={codeLook}>{inline.text}</code>;
    case 'strong':
      return (
        <strong className="font-semibold">
          <Text of={inline.children} />
        </strong>
      );
    case 'em':
      return (
        <em className="[&:lang(zh)]:font-medium [&:lang(zh)]:not-italic">
          <Text of={inline.children} />
        </em>
      );
    case 'link':
      return (
        <DocsLink href={inline.href} className={linkLook}>
          <Text of={inline.children} />
        </DocsLink>
      );
    case 'break':
      return <br />;
  }
}
