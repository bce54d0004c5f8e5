import { OperateStatus } from '@cinnabar/api/enums.js';
import { getApprovalList } from '@cinnabar/api/operations/approvals.js';
import { contractList } from '@cinnabar/api/operations/flow-lists.js';
import { joinRequests } from '@cinnabar/api/operations/members.js';
import {
  ChevronRight,
  FilePlus,
  type LucideIcon,
  PenLine,
  Signature,
  Stamp,
  UserPlus,
  WalletCards,
} from 'lucide-react';
import { iconSize, smallIcon } from '../../shared/components/icons.js';
import { firstApprovals, firstContracts, ROWS } from '../../shared/console/first-requests.js';
import { momentInFigures } from '../../shared/format/dates.js';
import { useTexts } from '../../shared/text/language.js';
import { useConsole, useList, useMayStart, useRight } from '../shell/console-context.js';
import { ConsoleLink, consoleAddress } from '../shell/console-link.js';
import { count } from '../shell/format.js';
import { Empty, Failed, RowsSkeleton } from '../shell/states.js';
import { homeTexts } from './home-texts.js';

const icons = { 1: PenLine, 2: Signature, 3: Stamp, 4: WalletCards } as const;

/** What awaits the person: contracts, approvals, requests to join. */
export function Mine() {
  const t = useTexts(homeTexts);
  const { corpId } = useConsole();
  const mayStart = useMayStart();
  const managesMembers = useRight('manageMembers');
  const own = useList(contractList, firstContracts.input);
  const approvals = useList(getApprovalList, firstApprovals.input);
  const requests = useList(joinRequests, { listPageSize: ROWS }, { isWanted: managesMembers });
  const error = own.error ?? approvals.error ?? (managesMembers ? requests.error : null);
  const isLoading = own.data === undefined || approvals.data === undefined;
  // An approval of a contract is also in the list of contracts.
  const total = (own.data?.totalCount ?? 0) + (requests.data?.totalCount ?? 0);
  return (
    <section aria-labelledby="mine" className="rounded-card bg-n-0 shadow-paper">
      <h2 id="mine" className="figures m-0 px-4 pt-3 pb-2 text-title font-semibold lg:px-5">
        {t.mine} {isLoading ? '' : count(total, own.data.isLimited)}
      </h2>
      {error !== null && <Failed error={error} retry={() => void own.refetch()} what={t.mine} />}
      {isLoading ? (
        error === null && <RowsSkeleton rows={3} />
      ) : total === 0 && approvals.data.totalCount === 0 ? (
        <Empty text={t.nothing}>
          {mayStart && (
            <ConsoleLink
              href={consoleAddress('consoleNewContract', { corpId })}
              className="inline-flex min-h-11 items-center gap-2 rounded-control border border-n-400 px-4 text-small font-medium text-n-900 no-underline hover:bg-n-50"
            >
              <FilePlus {...iconSize} />
              {t.create}
            </ConsoleLink>
          )}
        </Empty>
      ) : (
        <>
          <ul className="m-0 list-none divide-y divide-n-200 border-t border-n-200 p-0">
            {own.data.items.map((row) => {
              const act =
                row.operateStatus === OperateStatus.nothing ? OperateStatus.signing : row.operateStatus;
              return (
                <Line
                  key={row.flowId}
                  href={
                    act === 3
                      ? consoleAddress('consoleApprovals', { corpId })
                      : consoleAddress('consoleContract', { corpId, flowId: row.flowId })
                  }
                  icon={icons[act]}
                  title={row.flowTitle}
                  note={row.corpName === '' ? row.initiatorName : row.corpName}
                  badge={t[`act${act}`]}
                  end={row.expireDate === null ? '' : t.until(momentInFigures(row.expireDate))}
                />
              );
            })}
            {managesMembers &&
              requests.data?.items.map((request) => (
                <Line
                  key={request.userId}
                  href={consoleAddress('consoleMembers', { corpId }, { tab: 'requests' })}
                  icon={UserPlus}
                  title={t.asksToJoin(request.realName)}
                  note=""
                  badge={t.requests}
                  end={momentInFigures(request.createTime)}
                />
              ))}
          </ul>
          {own.data.totalCount > ROWS && (
            <ConsoleLink
              href={consoleAddress('consoleContracts', { corpId }, { tab: 4 })}
              className="figures flex min-h-11 items-center border-t border-n-200 px-4 text-small text-cinnabar-600 no-underline hover:underline lg:px-5"
            >
              {t.all(count(own.data.totalCount, own.data.isLimited))}
            </ConsoleLink>
          )}
        </>
      )}
    </section>
  );
}

interface LineProps {
  readonly href: string;
  readonly icon: LucideIcon;
  readonly title: string;
  readonly note: string;
  readonly badge: string;
  readonly end: string;
}

function Line({ href, icon: Icon, title, note, badge, end }: LineProps) {
  return (
    <li>
      <ConsoleLink
        href={href}
        className="flex min-h-14 items-center gap-3 px-4 py-2 text-n-900 no-underline hover:bg-n-25 lg:px-5"
      >
        <Icon {...iconSize} className="shrink-0 text-todo-edge" />
        <span className="min-w-0 flex-1">
          <bdi className="line-clamp-3 text-desk font-medium names">{title}</bdi>
          <span className="figures flex flex-wrap gap-x-3 text-small text-n-500">
            <span className="font-medium text-todo-text">{badge}</span>
            {note !== '' && <bdi className="names">{note}</bdi>}
            {end !== '' && <span>{end}</span>}
          </span>
        </span>
        <ChevronRight {...smallIcon} className="shrink-0 text-n-400" />
      </ConsoleLink>
    </li>
  );
}
