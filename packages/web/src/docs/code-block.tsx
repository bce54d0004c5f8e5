import { Check, Copy } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { smallIcon } from '../shared/components/icons.js';
import { useTexts } from '../shared/text/language.js';
import { docsTexts } from './docs-texts.js';
import { highlight, type Piece } from './highlight.js';
import { inOrder } from './in-order.js';
import { ScrollRegion } from './scroll-region.js';

const colours: Readonly<Record<NonNullable<Piece['kind']>, string>> = {
  comment: 'text-code-quiet print:text-n-600',
  text: 'text-code-text print:text-n-900',
  number: 'text-code-number print:text-n-900',
  word: 'text-code-word print:text-n-900',
  name: 'text-code-name print:text-n-900',
};

const heights = {
  whole: '',
  tall: 'max-h-[max(16rem,36dvh)] print:max-h-none',
  short: 'max-h-[max(10rem,22dvh)] print:max-h-none',
} as const;

interface Props {
  readonly code: string;
  readonly language: string;
  /** Above it: what it is, or a choice. */
  readonly title?: ReactNode;
  readonly label?: string;
  /** A long one scrolls within its own height. */
  readonly height?: keyof typeof heights;
}

export function CodeBlock({ code, language, title = null, label, height = 'whole' }: Props) {
  const t = useTexts(docsTexts);
  return (
    <div className="relative overflow-hidden rounded-control bg-code-ground text-code print:border print:border-n-300 print:bg-n-0 print:text-n-900">
      <div className="flex min-h-11 items-center justify-between gap-2 border-b border-code-edge pr-1 pl-4 text-small text-code-quiet print:hidden">
        <span className="min-w-0 flex-1 truncate">{title ?? language}</span>
        <CopyButton text={code} />
      </div>
      <ScrollRegion label={label ?? t.codeRegion} className={heights[height]}>
        <pre className="m-0 w-max min-w-full px-4 py-3 font-mono text-small whitespace-pre print:w-auto print:whitespace-pre-wrap">
          <code>{inOrder(highlight(code, language).map(drawn))}</code>
        </pre>
      </ScrollRegion>
    </div>
  );
}

function drawn({ kind, text }: Piece): ReactNode {
  return kind === null ? text : <span className={colours[kind]}>{text}</span>;
}

function CopyButton({ text }: { readonly text: string }) {
  const t = useTexts(docsTexts);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <Button
      onPress={copy}
      className="inline-flex min-h-11 items-center gap-1 rounded-marker px-2 text-caption text-code select-none hover:bg-code-edge"
    >
      {isCopied ? <Check {...smallIcon} /> : <Copy {...smallIcon} />}
      <span role="status">{isCopied ? t.copied : t.copy}</span>
    </Button>
  );
}
