import { auditRemovalList } from '@cinnabar/api/operations/audit.js';
import { retentionList } from '@cinnabar/api/operations/enterprise.js';
import { useState } from 'react';
import { SelectField } from '../../shared/components/select-field.js';
import { momentInFull } from '../../shared/format/dates.js';
import { usePageState } from '../../shared/router/page-state.js';
import { useTexts } from '../../shared/text/language.js';
import { useAsk, useList } from '../shell/console-context.js';
import { count } from '../shell/format.js';
import { Pager } from '../shell/pager.js';
import { Failed, RowsSkeleton } from '../shell/states.js';
import { Group, type Settings, WithSettings } from './group.js';
import { retentionTexts } from './retention-texts.js';

const DAYS = [30, 60, 90, 180, 365] as const;
/** Longer than the platform's period, which is three years unless its operator has changed it. */
const AUDIT_DAYS = [1825, 3650, 5475, 7300] as const;
const SIZE = 20;

/** How long data is kept, and what was removed when its time had come. */
export default function RetentionTab() {
  return (
    <>
      <WithSettings>
        {(values) => (
          <>
            <Drafts values={values} />
            <AuditData values={values} />
          </>
        )}
      </WithSettings>
      <Periods />
      <Removals />
    </>
  );
}

function Drafts({ values }: { readonly values: Settings }) {
  const t = useTexts(retentionTexts);
  const [days, setDays] = useState(values.draftRetentionDays);
  return (
    <Group
      name={t.drafts}
      values={values}
      fields={['draftRetentionDays']}
      change={{ draftRetentionDays: days }}
    >
      <p className="mt-0 mb-4 text-body text-n-700">{t.lead}</p>
      <SelectField
        label={t.draftDays}
        value={String(days)}
        options={offered(DAYS, days, t)}
        onChange={(each) => setDays(Number(each))}
      />
    </Group>
  );
}

function AuditData({ values }: { readonly values: Settings }) {
  const t = useTexts(retentionTexts);
  const [days, setDays] = useState(values.auditRetentionDays);
  return (
    <Group
      name={t.auditData}
      values={values}
      fields={['auditRetentionDays']}
      change={{ auditRetentionDays: days }}
    >
      <p className="mt-0 mb-4 text-body text-n-700">{t.auditLead}</p>
      <SelectField
        label={t.auditDays}
        value={String(days)}
        options={offered(AUDIT_DAYS, days, t)}
        onChange={(each) => setDays(Number(each))}
      />
    </Group>
  );
}

/** The periods to choose from, with the present one. */
function offered(
  periods: readonly number[],
  present: number,
  t: { readonly ofPlatform: string; readonly days: (days: number) => string },
) {
  const each = [...new Set([...periods, ...(present === 0 ? [] : [present])])].toSorted((a, b) => a - b);
  return [['0', t.ofPlatform] as const, ...each.map((days) => [String(days), t.days(days)] as const)];
}

function Periods() {
  const t = useTexts(retentionTexts);
  const asked = useAsk(retentionList, {});
  if (asked.error !== null && asked.data === undefined) {
    return <Failed error={asked.error} retry={() => void asked.refetch()} what={t.whatPeriods} />;
  }
  if (asked.data === undefined) return <RowsSkeleton rows={3} />;
  return (
    <section aria-labelledby="periods" className="px-4 py-4 lg:px-6">
      <h2 id="periods" className="mt-0 mb-1 text-body font-semibold">
        {t.periods}
      </h2>
      <p className="mt-0 mb-3 text-small text-n-600">{t.fromLastUse}</p>
      <dl className="m-0 max-w-[640px] divide-y divide-n-200 border-y border-n-200">
        {asked.data.map(({ kind, days }) => (
          <div key={kind} className="figures flex items-baseline gap-4 py-2 text-desk">
            <dt className="min-w-0 flex-1">{t.nameOf(kind)}</dt>
            <dd className="m-0">{t.days(days)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Removals() {
  const t = useTexts(retentionTexts);
  const [{ page = 1 }, keep] = usePageState('consoleSettings');
  const current = Math.max(1, page);
  const listing = useList(auditRemovalList, { listPageNo: current, listPageSize: SIZE });
  if (listing.error !== null) {
    return <Failed error={listing.error} retry={() => void listing.refetch()} what={t.whatRemovals} />;
  }
  return (
    <section aria-labelledby="removals">
      <h2 id="removals" className="m-0 px-4 py-2 text-body font-semibold lg:px-6">
        {t.removals}
      </h2>
      {listing.data === undefined ? (
        <RowsSkeleton rows={3} />
      ) : listing.data.items.length === 0 ? (
        <p className="m-0 px-4 pb-4 text-desk text-n-600 lg:px-6">{t.noRemovals}</p>
      ) : (
        <>
          <ol className="m-0 list-none divide-y divide-n-200 border-y border-n-200 bg-n-0 p-0">
            {listing.data.items.map(({ time, kind, rows }) => (
              <li
                key={`${time} ${kind}`}
                className="figures flex flex-wrap items-baseline gap-x-4 px-4 py-2 text-desk lg:px-6"
              >
                <span className="w-44 text-small text-n-600">{momentInFull(time)}</span>
                <span className="min-w-0 flex-1">{t.nameOf(kind)}</span>
                <span>{t.rows(count(rows))}</span>
              </li>
            ))}
          </ol>
          <Pager
            page={current}
            size={SIZE}
            total={listing.data.totalCount}
            isLimited={false}
            onPage={(next) => keep({ tab: 'retention', page: next === 1 ? undefined : next })}
          />
        </>
      )}
    </section>
  );
}
