import { CircleX } from 'lucide-react';
import { iconSize } from '../../shared/components/icons.js';
import { momentInFigures } from '../../shared/format/dates.js';
import { useTexts } from '../../shared/text/language.js';
import { contractTexts } from './contract-texts.js';
import { type Ending, endingOf } from './ending.js';
import type { Task } from './task.js';

/** Above the pages, where whoever opens the contract looks first: who ended it, and why. */
export function EndPanel({ task }: { readonly task: Task }) {
  const t = useTexts(contractTexts);
  const ending = endingOf(task);
  if (ending === null) return null;
  const reason = reasonOf(ending);
  return (
    <section
      aria-label={t.ended}
      className="flex items-start gap-3 border-b border-n-200 bg-danger-tint px-4 py-3 lg:px-6"
    >
      <CircleX {...iconSize} className="shrink-0 text-danger" />
      <p className="figures m-0 min-w-0 flex-1 text-small text-n-600 names">
        {ending.kind === 'refused' && ending.by !== null && (
          <bdi className="font-medium text-n-900">{ending.by}&nbsp;</bdi>
        )}
        <span className="font-medium text-danger">{wordsOf(ending, t)}</span>
        {reason !== null && (
          <span className="block text-n-900">
            {t.because}
            <bdi>{reason}</bdi>
          </span>
        )}
      </p>
    </section>
  );
}

function wordsOf(ending: Ending, t: typeof contractTexts.zh): string {
  if (ending.kind !== 'expired') return ending.kind === 'refused' ? t.refused : t.revoked;
  return ending.deadline === null ? t.overdue : t.overdueSince(momentInFigures(ending.deadline));
}

function reasonOf(ending: Ending): string | null {
  return ending.kind === 'expired' || ending.reason === '' ? null : ending.reason;
}
