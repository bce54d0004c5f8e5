import type { Conclusion } from '@cinnabar/api/pages/verify.js';
import {
  CircleHelp,
  CircleX,
  FileQuestion,
  FileX,
  ScanEye,
  ShieldAlert,
  ShieldCheck,
  ShieldQuestion,
} from 'lucide-react';
import { useEffect, useRef } from 'react';
import { largeIcon } from '../shared/components/icons.js';
import { useTexts } from '../shared/text/language.js';
import { verifyTexts } from './verify-texts.js';

/** Icon and colours of each conclusion; its text says the same. */
export const verdictLooks = {
  trusted: { Icon: ShieldCheck, text: 'text-success', ground: 'bg-success-tint border-success' },
  issuerUnknown: { Icon: ShieldQuestion, text: 'text-warning', ground: 'bg-warning-tint border-warning' },
  undecided: { Icon: CircleHelp, text: 'text-warning', ground: 'bg-warning-tint border-warning' },
  looksDifferent: { Icon: ScanEye, text: 'text-danger', ground: 'bg-danger-tint border-danger' },
  changed: { Icon: ShieldAlert, text: 'text-danger', ground: 'bg-danger-tint border-danger' },
  invalid: { Icon: CircleX, text: 'text-danger', ground: 'bg-danger-tint border-danger' },
  unsigned: { Icon: FileQuestion, text: 'text-n-600', ground: 'bg-n-0 border-n-400' },
  unreadable: { Icon: FileX, text: 'text-n-600', ground: 'bg-n-0 border-n-400' },
} as const satisfies Readonly<Record<Conclusion, unknown>>;

interface Props {
  readonly conclusion: Conclusion;
  /** Number of signatures, without document timestamps. */
  readonly signatures: number;
}

/** The verdict, announced to screen readers as soon as it arrives. */
export function Verdict({ conclusion, signatures }: Props) {
  const t = useTexts(verifyTexts);
  const heading = useRef<HTMLHeadingElement>(null);
  const { Icon, text, ground } = verdictLooks[conclusion];
  const words = t.conclusions[conclusion];
  const title = words.title(signatures);
  useEffect(() => {
    heading.current?.focus();
  }, []);
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <section
      className={`flex animate-fade items-start print:animate-none gap-4 rounded-card border p-4 sm:p-6 ${ground}`}
    >
      <Icon {...largeIcon} className={`shrink-0 ${text}`} />
      <div className="min-w-0">
        <h2
          ref={heading}
          tabIndex={-1}
          aria-describedby="verdict-words"
          className={`m-0 text-head font-semibold outline-none sm:text-page ${text}`}
        >
          {title}
        </h2>
        <p id="verdict-words" className="m-0 mt-1 text-body text-n-800">
          {words.text}
        </p>
      </div>
    </section>
  );
}
