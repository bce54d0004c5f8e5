import type { ListedKind } from '@cinnabar/api/schemas/hand-over.js';
import type { ReactNode } from 'react';
import { useTexts } from '../../shared/text/language.js';
import { keyOf, type ListedDuty } from './leave-plan.js';
import { leaveTexts } from './leave-texts.js';

interface Props {
  readonly kind: ListedKind;
  readonly duties: readonly ListedDuty[];
  /** All there are, of which some may not be listed. */
  readonly count: number;
  readonly reasons?: ReadonlyMap<string, string>;
  /** What stands beside a duty. */
  readonly beside?: (duty: ListedDuty, words: string) => ReactNode;
}

/** The duties of one kind, a line for each. */
export function DutyGroup({ kind, duties, count, reasons = new Map(), beside }: Props) {
  const t = useTexts(leaveTexts);
  const own = duties.filter((duty) => duty.kind === kind);
  if (count === 0) return null;
  const note = kind === 'personal' ? t.personalNote : kind === 'fixed' ? t.fixedNote : null;
  return (
    <section className="mb-6">
      <h2 className="figures m-0 mb-2 text-desk font-semibold">
        {t[kind]} <span className="font-normal text-n-600">{t.count(count)}</span>
      </h2>
      {note !== null && <p className="m-0 mb-2 text-small text-n-600">{note}</p>}
      <ul className="m-0 list-none divide-y divide-n-200 border-y border-n-200 bg-n-0 p-0">
        {own.map((duty) => {
          const words = duty.name ?? t.confidential(duty.code ?? '');
          const marks = [
            ...(duty.only ? [t.only] : []),
            ...(duty.waiting > 0 ? [t.waiting(duty.waiting)] : []),
            ...(duty.name === null || duty.code === null ? [] : [duty.code]),
          ];
          const reason = reasons.get(keyOf(duty));
          return (
            <li key={keyOf(duty)} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-2 text-desk">
              <span className="min-w-0 flex-1 basis-52">
                <bdi className="block names">{words}</bdi>
                {marks.length > 0 && (
                  <span className="figures block text-small text-n-600">{marks.join(' · ')}</span>
                )}
                {reason !== undefined && <span className="block text-small text-danger">{reason}</span>}
              </span>
              {beside?.(duty, words)}
            </li>
          );
        })}
      </ul>
      {count > own.length && <p className="m-0 mt-2 text-small text-n-600">{t.more(count - own.length)}</p>}
    </section>
  );
}
