import { CircleCheck } from 'lucide-react';
import { smallIcon } from '../../shared/components/icons.js';
import { usePageState } from '../../shared/router/page-state.js';
import { useTexts } from '../../shared/text/language.js';
import { useConsole, useRight } from '../shell/console-context.js';
import { ConsoleLink, consoleAddress } from '../shell/console-link.js';
import { count } from '../shell/format.js';
import { isOwnTurn } from '../shell/own-turn.js';
import { ScopeSwitch } from '../shell/scope-switch.js';
import { Failed, RowsSkeleton } from '../shell/states.js';
import { type StuckContract, useOverview } from '../shell/use-overview.js';
import { Awaited } from '../shell/why.js';
import { homeTexts } from './home-texts.js';
import { RemedyButtons, wayLook } from './remedy.js';

const ROWS = 8;
/** Larger numbers are told as 1,000+. */
const MAX_COUNTED = 1000;

/** Why each contract waits, and what helps. */
export function Stuck() {
  const t = useTexts(homeTexts);
  const { corpId } = useConsole();
  const mayReadAll = useRight('readContracts');
  const [{ scope }, keep] = usePageState('console');
  const isCorp = scope === 'corp' && mayReadAll;
  const listing = useOverview(isCorp ? 'corp' : 'own');
  const number = listing.data?.counts.stuck ?? 0;
  const total = number > MAX_COUNTED ? count(MAX_COUNTED, true) : count(number);
  const more = isCorp
    ? consoleAddress('consoleContracts', { corpId }, { scope: 'corp', status: '1,2', days: 1 })
    : consoleAddress('consoleContracts', { corpId }, { tab: 5, days: 1 });
  return (
    <section aria-labelledby="stuck" className="rounded-card bg-n-0 shadow-paper">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 pt-3 pb-2 lg:px-5">
        <h2 id="stuck" className="figures m-0 text-title font-semibold">
          {t.stuck} {listing.data === undefined ? '' : total}
        </h2>
        <span className="text-small text-n-500">{t.stuckHint}</span>
        {mayReadAll && (
          <span className="ml-auto">
            <ScopeSwitch
              legend={t.scope}
              own={t.own}
              corp={t.corp}
              value={isCorp ? 'corp' : 'own'}
              onChange={(next) => keep({ scope: next === 'own' ? undefined : next })}
            />
          </span>
        )}
      </header>
      {listing.error !== null && (
        <Failed error={listing.error} retry={() => void listing.refetch()} what={t.stuckWhat} />
      )}
      {listing.data === undefined ? (
        listing.error === null && <RowsSkeleton rows={4} />
      ) : listing.data.stuck.length === 0 ? (
        <p className="m-0 flex items-center gap-2 px-4 pt-1 pb-5 text-body text-n-600 lg:px-5">
          <CircleCheck {...smallIcon} className="text-success" />
          {t.noneStuck}
        </p>
      ) : (
        <>
          <ul className="m-0 list-none divide-y divide-n-200 border-t border-n-200 p-0">
            {listing.data.stuck.slice(0, ROWS).map((row) => (
              <Line key={row.flowId} row={row} isOwn={!isCorp} />
            ))}
          </ul>
          {number > ROWS && (
            <ConsoleLink
              href={more}
              className="figures flex min-h-11 items-center border-t border-n-200 px-4 text-small text-cinnabar-600 no-underline hover:underline lg:px-5"
            >
              {t.all(total)}
            </ConsoleLink>
          )}
        </>
      )}
    </section>
  );
}

interface LineProps {
  readonly row: StuckContract;
  readonly isOwn: boolean;
}

function Line({ row, isOwn }: LineProps) {
  const t = useTexts(homeTexts);
  const viewer = useConsole();
  const { corpId, corpName } = viewer;
  const { who, why, since } = row;
  const contract = consoleAddress('consoleContract', { corpId, flowId: row.flowId });
  // Nobody is reminded of what is their own turn.
  const isMine = isOwnTurn({ psnName: who, corpName: row.corpName }, viewer);
  const corp = row.corpName !== '' && row.corpName !== corpName ? ` · ${row.corpName}` : '';
  return (
    <li className="relative flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 lg:px-5">
      <span className="min-w-0 flex-1 basis-56">
        <ConsoleLink
          href={contract}
          className="line-clamp-3 text-desk font-medium text-n-900 no-underline names before:absolute before:inset-0 hover:underline"
        >
          <bdi>{row.flowTitle}</bdi>
        </ConsoleLink>
        {row.for !== null && since !== null && (
          <Awaited
            name={isMine ? t.you : `${who}${corp}`}
            why={isMine ? null : why}
            act={row.for}
            since={since}
          />
        )}
      </span>
      {isMine ? (
        <ConsoleLink href={contract} className={`relative z-10 ${wayLook}`}>
          {t.handle}
        </ConsoleLink>
      ) : (
        <RemedyButtons row={row} isOwn={isOwn} />
      )}
    </li>
  );
}
