import type { startSignFlow } from '@cinnabar/api/operations/flow-start.js';
import { TriangleAlert } from 'lucide-react';
import type { DataOf } from '../../api/wire.js';
import { CheckField } from '../../shared/components/check-field.js';
import { smallIcon } from '../../shared/components/icons.js';
import { TextField } from '../../shared/components/text-field.js';
import { useTexts } from '../../shared/text/language.js';
import { count } from '../shell/format.js';
import { Failed, RowsSkeleton } from '../shell/states.js';
import type { Draft } from './draft.js';
import { newTexts } from './new-texts.js';

export type Trial = NonNullable<DataOf<typeof startSignFlow>['dryRun']>;

interface Props {
  readonly draft: Draft;
  readonly change: (make: (before: Draft) => Draft) => void;
  readonly trial: Trial | undefined;
  readonly error: Error | null;
  readonly retry: () => void;
  /** The parties, each with its place in the contract. */
  readonly parties: readonly (readonly [place: string, who: string])[];
  /** Who is told by text message, and when. */
  readonly told: string;
}

/** What sending does and costs, before it is done; problems come from the same check as the start itself. */
export function CheckStep({ draft, change, trial, error, retry, parties, told }: Props) {
  const t = useTexts(newTexts);
  return (
    <div className="rounded-card bg-n-0 p-4 shadow-paper lg:p-6">
      <p className="mt-0 mb-4 text-title font-semibold names">
        <bdi>{draft.title}</bdi>
      </p>
      <dl aria-label={t.step2} className="m-0 mb-4 divide-y divide-n-200 border-y border-n-200">
        {parties.map(([place, who]) => (
          <Fact key={`${place} ${who}`} name={place}>
            {who}
          </Fact>
        ))}
      </dl>
      <div className="grid gap-x-4 sm:grid-cols-2">
        <TextField
          label={t.deadline}
          type="date"
          value={draft.deadline}
          onChange={(deadline) => change((before) => ({ ...before, deadline }))}
        />
      </div>
      <CheckField
        label={t.confidential}
        hint={t.confidentialHint}
        isChecked={draft.isConfidential}
        onChange={(isConfidential) => change((before) => ({ ...before, isConfidential }))}
      />
      {error !== null && <Failed error={error} retry={retry} what={t.title} />}
      {trial === undefined ? (
        error === null && <RowsSkeleton rows={2} />
      ) : (
        <>
          <dl className="m-0 divide-y divide-n-200 border-y border-n-200">
            <Fact name={t.cost}>{t.costOf(trial.contracts, trial.contractBalance - trial.contracts)}</Fact>
            <Fact name={t.told}>{told}</Fact>
          </dl>
          {trial.problems.length > 0 && (
            <section aria-label={t.problems} className="mt-4 rounded-control bg-warning-tint p-3">
              <p className="figures m-0 flex items-center gap-2 text-small font-medium text-warning">
                <TriangleAlert {...smallIcon} />
                {t.problems} {count(trial.problems.length)}
              </p>
              <ul className="m-0 mt-1 list-disc pl-6 text-small text-n-900">
                {trial.problems.map(({ path, msg, reason }) => (
                  <li key={`${path} ${msg}`} className="names">
                    {reason === 'BALANCE_NOT_ENOUGH' ? t.notEnough : msg}
                  </li>
                ))}
              </ul>
            </section>
          )}
        </>
      )}
    </div>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: string }) {
  return (
    <div className="flex gap-4 py-3 text-desk">
      <dt className="w-24 shrink-0 text-n-500 names">
        <bdi>{name}</bdi>
      </dt>
      <dd className="figures m-0 min-w-0 flex-1 names">
        <bdi>{children}</bdi>
      </dd>
    </div>
  );
}
