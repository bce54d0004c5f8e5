import type { VerifyPageView } from '@cinnabar/api/pages/verify.js';
import { Printer, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { Button } from '../shared/components/button.js';
import { iconSize } from '../shared/components/icons.js';
import { momentInFull } from '../shared/format/dates.js';
import { useTexts } from '../shared/text/language.js';
import { ChooseFile } from './choose-file.js';
import { Reasons } from './reasons.js';
import { Rows } from './rows.js';
import { SecondOpinion } from './second-opinion.js';
import { SignatureCard } from './signature-card.js';
import { TechnicalDetails } from './technical-details.js';
import { timelineOf, unsignedAfter } from './timeline.js';
import { TimelineList } from './timeline-list.js';
import { Verdict } from './verdict.js';
import { verifyTexts } from './verify-texts.js';

interface Props {
  readonly fileName: string;
  readonly view: VerifyPageView;
  readonly take: (files: readonly File[]) => void;
  /** How the file relates to the contract that the page was opened for. */
  readonly children?: ReactNode;
}

/** Report on a file, beginning with the verdict. */
export function Report({ fileName, view, take, children }: Props) {
  const t = useTexts(verifyTexts);
  const { signatures, problems, record, revisions, secondOpinion } = view;
  const entries = timelineOf(view);
  const unsigned = unsignedAfter(entries);
  useEffect(() => {
    window.addEventListener('beforeprint', unfold);
    return () => window.removeEventListener('beforeprint', unfold);
  }, []);
  return (
    <div>
      <Verdict
        conclusion={view.conclusion}
        signatures={signatures.filter(({ kind }) => kind === 'signature').length}
      />
      {unsigned.length > 0 && (
        <p className="m-0 mt-4 flex items-start gap-3 rounded-card border border-warning bg-warning-tint p-4 text-body text-warning sm:px-6">
          <TriangleAlert {...iconSize} className="mt-0.5 shrink-0" />
          <span className="min-w-0">{t.unsignedLater(unsigned.length, revisions - unsigned.length)}</span>
        </p>
      )}
      {children}
      <SecondOpinion opinion={secondOpinion} />
      <div className="mt-4 gap-6 lg:flex lg:items-start print:flex print:flex-col print:items-stretch">
        <div className="flex min-w-0 flex-col gap-4 lg:flex-1">
          {signatures.length > 0 && (
            <section aria-label={t.signatures(signatures.length)} className="flex flex-col gap-4">
              {signatures.map((signature) => (
                <SignatureCard key={`${signature.revision} ${signature.fieldName}`} signature={signature} />
              ))}
            </section>
          )}
        </div>
        <aside className="mt-4 lg:mt-0 lg:w-[360px] lg:shrink-0 print:order-first print:mt-0 print:w-auto">
          <section
            aria-label={t.file}
            className="break-inside-avoid rounded-card border border-n-200 bg-n-0 p-4 sm:p-6"
          >
            <h3 className="m-0 mb-3 text-title font-semibold">{t.file}</h3>
            <Rows
              rows={[
                [t.file, fileName],
                [t.size, sizeWords(view.size)],
                [t.sha256, view.sha256],
                [t.verifiedAt, momentInFull(view.verifiedAt)],
                [t.shown, secondOpinion.status === 'agrees' ? t.shownAgrees(secondOpinion.pages) : null],
                [t.record, record === null ? null : record.matches ? t.recordMatches : t.recordDiffers],
              ]}
            />
            <Reasons problems={problems} />
            <TechnicalDetails problems={problems} />
            <div className="flex flex-wrap gap-2 print:hidden">
              <ChooseFile look="plain" take={take}>
                {t.another}
              </ChooseFile>
              <Button small onPress={() => window.print()}>
                <Printer {...iconSize} />
                {t.print}
              </Button>
            </div>
          </section>
          {revisions > 1 && signatures.length > 0 && (
            <section
              aria-label={t.timeline}
              className="mt-4 break-inside-avoid rounded-card border border-n-200 bg-n-0 p-4 sm:p-6"
            >
              <h3 className="m-0 mb-3 text-title font-semibold">{t.timeline}</h3>
              <TimelineList entries={entries} />
            </section>
          )}
        </aside>
      </div>
    </div>
  );
}

/** Expands all details before printing. */
function unfold(): void {
  for (const each of document.querySelectorAll('details')) each.open = true;
}

/** Formats a file size: 1.2 MB. */
function sizeWords(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
