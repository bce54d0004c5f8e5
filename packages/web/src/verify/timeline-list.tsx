import { Check, TriangleAlert, X } from 'lucide-react';
import { smallIcon } from '../shared/components/icons.js';
import { type Language, useLanguage, useTexts } from '../shared/text/language.js';
import type { TimelineEntry } from './timeline.js';
import { verifyTexts } from './verify-texts.js';

/** Revisions of the file in order. */
export function TimelineList({ entries }: { readonly entries: readonly TimelineEntry[] }) {
  const t = useTexts(verifyTexts);
  const { language } = useLanguage();
  return (
    <ol className="m-0 flex list-none flex-col gap-3 p-0">
      {entries.map((entry) => {
        const { revision, forbidden, unsigned } = entry;
        const [Icon, colour] = forbidden
          ? [X, 'text-danger']
          : unsigned
            ? [TriangleAlert, 'text-warning']
            : [Check, 'text-success'];
        return (
          <li key={revision} className="flex items-start gap-3 text-small">
            <Icon {...smallIcon} className={`mt-0.5 shrink-0 ${colour}`} />
            <div className="min-w-0">
              <p className="m-0 font-medium names">
                <span className="figures text-n-500">{t.revision(revision)}</span>{' '}
                <bdi>{titleOf(entry, t, language)}</bdi>
              </p>
              {(entry.changes.length > 0 || unsigned) && (
                <p className={`m-0 ${forbidden || unsigned ? colour : 'text-n-500'}`}>
                  {forbidden ? t.changedHere : unsigned ? t.unsignedHere : t.onlyAllowed}
                </p>
              )}
            </div>
          </li>
        );
      })}
    </ol>
  );
}

function titleOf(
  { revision, signatures, changes }: TimelineEntry,
  t: typeof verifyTexts.zh,
  language: Language,
): string {
  if (signatures.length > 0) {
    return signatures
      .map(({ kind, signerName }) => (kind === 'timestamp' ? t.documentTimestamp : t.signedBy(signerName)))
      .join(t.and);
  }
  if (revision === 1) return t.original;
  const words = new Set(changes.map((change) => change.words[language]));
  return words.size === 0 ? t.otherChange : [...words].join(t.and);
}
