import { SealStatus } from '@cinnabar/api/enums.js';
import { getSealListByPage } from '@cinnabar/api/operations/seals.js';
import { CircleCheck, CircleX, Clock, LockKeyhole, type LucideIcon, Plus, Stamp } from 'lucide-react';
import type { DataOf } from '../../api/wire.js';
import { Button } from '../../shared/components/button.js';
import { smallIcon } from '../../shared/components/icons.js';
import { onDemand } from '../../shared/components/on-demand.js';
import { useHeading } from '../../shared/components/use-heading.js';
import { ownPicture } from '../../shared/document/own-picture.js';
import { useOpenPage } from '../../shared/router/open-page.js';
import { usePageState } from '../../shared/router/page-state.js';
import { useTexts } from '../../shared/text/language.js';
import { useConsole, useList, useRight } from '../shell/console-context.js';
import { ConsoleLink, consoleAddress } from '../shell/console-link.js';
import { Pager } from '../shell/pager.js';
import { SearchField } from '../shell/search-field.js';
import { Empty, Failed } from '../shell/states.js';
import { SealTabs } from './seal-tabs.js';
import { sealsTexts } from './seals-texts.js';

const SealMatrix = onDemand(() => import('./seal-matrix.js'));
const SealUsage = onDemand(() => import('./seal-usage.js'));

type Seal = DataOf<typeof getSealListByPage>[number];

const SIZE = 24;
const statuses = Object.values(SealStatus);

const looks: Readonly<Record<SealStatus, { readonly Icon: LucideIcon; readonly colour: string }>> = {
  1: { Icon: CircleCheck, colour: 'text-success' },
  2: { Icon: Clock, colour: 'text-warning' },
  3: { Icon: CircleX, colour: 'text-danger' },
  4: { Icon: LockKeyhole, colour: 'text-n-600' },
};

/** The seals of the enterprise, who may use them, and who has. */
export default function SealsScreen() {
  const page = useOpenPage();
  if (page?.name !== 'consoleSealMatrix') return <Seals />;
  return <SealMatrix />;
}

function Seals() {
  const t = useTexts(sealsTexts);
  const { corpId } = useConsole();
  const heading = useHeading(t.title);
  const managesSeals = useRight('manageSeals');
  const readsUse = useRight('readSealUse');
  const [{ tab = 'list' }] = usePageState('consoleSeals');
  return (
    <div className="mx-auto w-full max-w-[1440px] px-4 py-4 lg:px-6">
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <h1 ref={heading} tabIndex={-1} className="m-0 flex-1 text-page font-semibold">
          {t.title}
        </h1>
        {managesSeals && (
          <ConsoleLink
            href={consoleAddress('consoleNewSeal', { corpId })}
            className="inline-flex min-h-11 items-center gap-2 rounded-control bg-n-900 px-4 text-small font-medium text-n-0 no-underline hover:bg-n-800"
          >
            <Plus {...smallIcon} />
            {t.create}
          </ConsoleLink>
        )}
      </div>
      <SealTabs current={tab === 'usage' ? 'usage' : 'list'} />
      {tab === 'usage' && readsUse ? <SealUsage /> : <SealList />}
    </div>
  );
}

/** The seals of the enterprise. Making and authorising them takes place on the page for seals. */
function SealList() {
  const t = useTexts(sealsTexts);
  const managesSeals = useRight('manageSeals');
  const [filters, keep] = usePageState('consoleSeals');
  const status = statuses.find((each) => each === filters.status);
  const name = filters.name ?? '';
  const page = Math.max(1, filters.page ?? 1);
  const listing = useList(getSealListByPage, {
    ...(name === '' ? {} : { sealName: name }),
    ...(status === undefined ? {} : { sealStatus: status }),
    listPageNo: page,
    listPageSize: SIZE,
  });
  const isFiltered = name !== '' || status !== undefined;
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <SearchField
          label={t.search}
          value={name}
          change={(text) => keep({ name: text === '' ? undefined : text, page: undefined })}
        />
        <label>
          <span className="sr-only">{t.status}</span>
          <select
            value={status ?? ''}
            onChange={(event) =>
              keep({
                status: event.target.value === '' ? undefined : Number(event.target.value),
                page: undefined,
              })
            }
            className="h-11 rounded-control border border-n-400 bg-n-0 px-3 text-input text-n-900 lg:text-desk"
          >
            <option value="">{t.all}</option>
            {statuses.map((each) => (
              <option key={each} value={each}>
                {t[`status${each}`]}
              </option>
            ))}
          </select>
        </label>
      </div>
      {listing.error !== null && (
        <Failed error={listing.error} retry={() => void listing.refetch()} what={t.what} />
      )}
      {listing.data === undefined ? (
        listing.error === null && <CardsSkeleton />
      ) : listing.data.items.length === 0 ? (
        <Empty icon={Stamp} text={isFiltered ? t.noMatch : t.none}>
          {isFiltered && (
            <Button onPress={() => keep({ name: undefined, status: undefined, page: undefined })}>
              {t.clear}
            </Button>
          )}
        </Empty>
      ) : (
        <>
          <ul className="m-0 grid list-none grid-cols-1 gap-3 p-0 sm:grid-cols-2 lg:grid-cols-3">
            {listing.data.items.map((seal) => (
              <SealCard key={seal.sealId} seal={seal} isManaged={managesSeals} />
            ))}
          </ul>
          <Pager
            isInset
            page={page}
            size={SIZE}
            total={listing.data.totalCount}
            isLimited={false}
            onPage={(next) => keep({ page: next === 1 ? undefined : next })}
          />
        </>
      )}
    </>
  );
}

/** Placeholder in the shape of the cards; as late as that of rows. */
function CardsSkeleton() {
  return (
    <div
      aria-busy
      className="grid animate-[fade_200ms_400ms_both] grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3"
    >
      {['one', 'two', 'three'].map((card) => (
        <div key={card} className="flex h-30 items-center gap-4 rounded-card bg-n-0 p-4 shadow-paper">
          <span className="size-20 shrink-0 rounded-full bg-n-100" />
          <span className="flex flex-1 flex-col gap-2">
            <span className="h-3 w-3/4 rounded-marker bg-n-100" />
            <span className="h-2.5 w-2/5 rounded-marker bg-n-100" />
          </span>
        </div>
      ))}
    </div>
  );
}

interface CardProps {
  readonly seal: Seal;
  /** The person may open it. */
  readonly isManaged: boolean;
}

function SealCard({ seal, isManaged }: CardProps) {
  const t = useTexts(sealsTexts);
  const { corpId } = useConsole();
  const { Icon, colour } = looks[seal.status];
  return (
    <li className="relative flex min-h-28 items-center gap-4 rounded-card bg-n-0 p-4 shadow-paper">
      <span className="flex size-20 shrink-0 items-center justify-center">
        <img
          src={ownPicture(seal.sealImageUrl)}
          alt=""
          className={`max-h-full max-w-full object-contain ${seal.status === SealStatus.enabled ? '' : 'opacity-45'}`}
        />
      </span>
      <span className="min-w-0 flex-1">
        {isManaged ? (
          // The link covers the whole card.
          <ConsoleLink
            href={consoleAddress('consoleSeal', { corpId, sealId: seal.sealId })}
            className="line-clamp-3 text-body font-semibold text-n-900 no-underline names before:absolute before:inset-0 before:rounded-card hover:underline"
          >
            <bdi>{seal.sealName}</bdi>
          </ConsoleLink>
        ) : (
          <bdi className="line-clamp-3 text-body font-semibold names">{seal.sealName}</bdi>
        )}
        <span className="figures block text-small text-n-500">
          {t.size(seal.sealWidth, seal.sealHeight)}
          {seal.defaultFlag === 1 && ` · ${t.isDefault}`}
        </span>
        <span className="figures flex flex-wrap items-center gap-x-3 text-small text-n-500">
          <span className={`inline-flex items-center gap-1 font-medium ${colour}`}>
            <Icon {...smallIcon} />
            {t[`status${seal.status}`]}
          </span>
          {t.authorised(seal.authorNum)}
        </span>
      </span>
    </li>
  );
}
