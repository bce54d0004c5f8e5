import { getSealListByPage, sealUsageList } from '@cinnabar/api/operations/seals.js';
import { CircleCheck, CircleX, type LucideIcon, ShieldCheck, Stamp, TriangleAlert, Zap } from 'lucide-react';
import type { DataOf } from '../../api/wire.js';
import { Button } from '../../shared/components/button.js';
import { smallIcon } from '../../shared/components/icons.js';
import { momentInFigures } from '../../shared/format/dates.js';
import { usePageState } from '../../shared/router/page-state.js';
import { useTexts } from '../../shared/text/language.js';
import { useConsole, useList } from '../shell/console-context.js';
import { ConsoleLink, consoleAddress } from '../shell/console-link.js';
import { Pager } from '../shell/pager.js';
import { Empty, Failed, RowsSkeleton } from '../shell/states.js';
import { usageTexts } from './usage-texts.js';

type Use = DataOf<typeof sealUsageList>[number];

const SIZE = 20;
/** The exact total of a long record takes longer than anybody looks at it. */
const COUNTED = 1000;

const bases = ['role', 'authorisation', 'approval', 'automatic'] as const;
const refusals = ['rejected', 'failed'] as const;
type How = (typeof bases)[number] | (typeof refusals)[number];

const looks: Readonly<Record<How, { readonly Icon: LucideIcon; readonly colour: string }>> = {
  role: { Icon: CircleCheck, colour: 'text-success' },
  authorisation: { Icon: CircleCheck, colour: 'text-success' },
  approval: { Icon: ShieldCheck, colour: 'text-success' },
  automatic: { Icon: Zap, colour: 'text-info' },
  rejected: { Icon: CircleX, colour: 'text-danger' },
  failed: { Icon: TriangleAlert, colour: 'text-warning' },
};

const field = 'h-11 rounded-control border border-n-400 bg-n-0 px-3 text-input text-n-900 lg:text-desk';

/** Who has used which seal in which contract, and requests that placed nothing, newest first. */
export default function SealUsage() {
  const t = useTexts(usageTexts);
  const [filters, keep] = usePageState('consoleSeals');
  const basis = bases.find((each) => each === filters.how);
  const outcome = refusals.find((each) => each === filters.how);
  const { seal, from, to } = filters;
  const page = Math.max(1, filters.page ?? 1);
  const seals = useList(getSealListByPage, { listPageNo: 1, listPageSize: 1000 });
  const listing = useList(sealUsageList, {
    ...(seal === undefined ? {} : { sealId: seal }),
    ...(basis === undefined ? {} : { basis, outcome: 'placed' }),
    ...(outcome === undefined ? {} : { outcome }),
    ...(isDay(from) ? { beginTime: `${from} 00:00:00` } : {}),
    ...(isDay(to) ? { endTime: `${to} 23:59:59` } : {}),
    countLimit: COUNTED,
    listPageNo: page,
    listPageSize: SIZE,
  });
  const change = (next: Parameters<typeof keep>[0]) => keep({ ...next, page: undefined });
  const isFiltered = [seal, basis ?? outcome, from, to].some((each) => each !== undefined);
  return (
    <>
      <div className="mb-4 flex flex-wrap items-end gap-2">
        <label>
          <span className="sr-only">{t.seal}</span>
          <select
            value={seal ?? ''}
            onChange={({ target }) =>
              change({ seal: target.value === '' ? undefined : Number(target.value) })
            }
            className={`${field} max-w-60`}
          >
            <option value="">{t.everySeal}</option>
            {seals.data?.items.map(({ sealId, sealName }) => (
              <option key={sealId} value={sealId}>
                {sealName}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span className="sr-only">{t.how}</span>
          <select
            value={basis ?? outcome ?? ''}
            onChange={({ target }) => change({ how: target.value === '' ? undefined : target.value })}
            className={field}
          >
            <option value="">{t.everyHow}</option>
            {[...bases, ...refusals].map((each) => (
              <option key={each} value={each}>
                {t[each]}
              </option>
            ))}
          </select>
        </label>
        {(['from', 'to'] as const).map((which) => (
          <label
            key={which}
            className="inline-flex items-center gap-2 text-small text-n-600 max-sm:w-full [&>input]:max-sm:flex-1"
          >
            <span className="max-sm:w-10">{t[which]}</span>
            <input
              type="date"
              value={filters[which] ?? ''}
              onChange={({ target }) => {
                const day = target.value === '' ? undefined : target.value;
                change(which === 'from' ? { from: day } : { to: day });
              }}
              className={field}
            />
          </label>
        ))}
      </div>
      {listing.error !== null && (
        <Failed error={listing.error} retry={() => void listing.refetch()} what={t.what} />
      )}
      {listing.data === undefined ? (
        listing.error === null && <RowsSkeleton />
      ) : listing.data.items.length === 0 ? (
        <Empty icon={Stamp} text={isFiltered ? t.noMatch : t.none}>
          {isFiltered && (
            <Button
              onPress={() => change({ seal: undefined, how: undefined, from: undefined, to: undefined })}
            >
              {t.clear}
            </Button>
          )}
        </Empty>
      ) : (
        <>
          <ul className="m-0 list-none divide-y divide-n-200 border-y border-n-200 bg-n-0 p-0">
            {listing.data.items.map((use) => (
              <Line key={`${use.useTime} ${use.sealId} ${use.flowCode} ${use.outcome}`} use={use} />
            ))}
          </ul>
          <Pager
            isInset
            page={page}
            size={SIZE}
            total={listing.data.totalCount}
            isLimited={listing.data.isLimited}
            onPage={(next) => keep({ page: next === 1 ? undefined : next })}
          />
        </>
      )}
    </>
  );
}

function isDay(text: string | undefined): text is string {
  return text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text);
}

function howOf({ outcome, basis }: Use): How {
  return outcome === 'placed' ? (basis ?? 'role') : outcome;
}

function Line({ use }: { readonly use: Use }) {
  const t = useTexts(usageTexts);
  const how = howOf(use);
  const { Icon, colour } = looks[how];
  const details = [
    ...(use.places > 0 ? [t.places(use.places)] : []),
    ...(use.examinerName === null ? [] : [t.decided(use.examinerName)]),
    ...(use.reason === null ? [] : [use.reason]),
  ];
  return (
    <li className="figures grid min-h-12 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4 py-2 text-desk lg:grid-cols-[8rem_minmax(0,1fr)_minmax(0,2fr)_minmax(0,1fr)_8rem] lg:px-3">
      <span className="text-small text-n-500 max-lg:order-3">{momentInFigures(use.useTime)}</span>
      <bdi className="font-medium names max-lg:order-1">{use.sealName}</bdi>
      <span className="min-w-0 names max-lg:order-5 max-lg:col-span-2">
        <Contract use={use} />
        {details.length > 0 && <bdi className="block text-small text-n-500 names">{details.join(' · ')}</bdi>}
      </span>
      <bdi className="names max-lg:order-4 max-lg:text-right">{use.userName}</bdi>
      <span className={`inline-flex items-center gap-1 text-small max-lg:order-2 ${colour}`}>
        <Icon {...smallIcon} />
        {t[how]}
      </span>
    </li>
  );
}

/** The contract with its timeline; a confidential one by its number only. */
function Contract({ use: { flowId, flowCode, flowTitle } }: { readonly use: Use }) {
  const t = useTexts(usageTexts);
  const { corpId } = useConsole();
  if (flowId === null) return <span className="text-n-600">{t.confidential(flowCode)}</span>;
  return (
    <ConsoleLink
      href={consoleAddress('consoleContract', { corpId, flowId }, { tab: 'history' })}
      className="relative text-n-900 underline decoration-n-300 underline-offset-4 hover:decoration-n-900 before:absolute before:inset-x-0 before:-inset-y-3"
    >
      <bdi>{flowTitle ?? t.untitled(flowCode)}</bdi>
    </ConsoleLink>
  );
}
