import type { ReactNode } from 'react';
import { momentInFigures } from '../../shared/format/dates.js';
import { useTexts } from '../../shared/text/language.js';
import { contractTexts } from './contract-texts.js';
import { endingOf } from './ending.js';
import type { Task } from './task.js';

/** What a contract is: number, initiator, times, confidentiality and remark. */
export function FactsPanel({ task }: { readonly task: Task }) {
  const t = useTexts(contractTexts);
  const facts: (readonly [string, ReactNode])[] = [
    [t.code, task.flowCode],
    [t.initiator, `${task.initiatorName} · ${task.corpName}`],
    [t.started, task.flowStartTime === null ? '—' : momentInFigures(task.flowStartTime)],
    [t.deadline, task.expireDate === null ? t.noDeadline : momentInFigures(task.expireDate)],
  ];
  if (task.flowFinishTime !== null) facts.push([t.finished, momentInFigures(task.flowFinishTime)]);
  if (task.sourceOrderCode !== null && task.sourceOrderCode !== '')
    facts.push([t.order, task.sourceOrderCode]);
  if (task.encryptFlag === 1) facts.push([t.secrecy, t.encrypted]);
  if (task.privaryFlag === 1) facts.push([t.secrecy, t.confidential]);
  // The reason of an end is said above the pages.
  if (task.flowDesc !== '' && endingOf(task) === null) facts.push([t.note, task.flowDesc]);
  return (
    <section aria-label={t.facts}>
      <h2 className="mt-0 mb-3 text-desk font-semibold">{t.facts}</h2>
      <dl className="m-0 space-y-2">
        {facts.map(([name, value]) => (
          <div key={`${name} ${value}`} className="flex gap-3 text-small">
            <dt className="w-20 shrink-0 text-n-500">{name}</dt>
            <dd className="figures m-0 min-w-0 flex-1 text-n-900 names">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
