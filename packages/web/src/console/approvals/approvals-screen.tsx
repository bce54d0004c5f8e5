import { ApprovalQuery, ApprovalStatus, ApprovalType } from '@cinnabar/api/enums.js';
import { approvalCancel, getApprovalList } from '@cinnabar/api/operations/approvals.js';
import { useMutation } from '@tanstack/react-query';
import { CircleCheck, Stamp } from 'lucide-react';
import { useState } from 'react';
import type { DataOf } from '../../api/wire.js';
import { Button } from '../../shared/components/button.js';
import { ErrorLine } from '../../shared/components/error-line.js';
import { iconSize } from '../../shared/components/icons.js';
import { Sheet } from '../../shared/components/sheet.js';
import { useHeading } from '../../shared/components/use-heading.js';
import { momentInFigures } from '../../shared/format/dates.js';
import { usePageState } from '../../shared/router/page-state.js';
import { useOnline } from '../../shared/state/use-online.js';
import { useLanguage, useTexts } from '../../shared/text/language.js';
import { ApprovalState } from '../shell/approval-state.js';
import { useConsole, useList, useRefresh } from '../shell/console-context.js';
import { ConsoleLink, consoleAddress } from '../shell/console-link.js';
import { useWords } from '../shell/error-words.js';
import { durationInWords, instantOf } from '../shell/format.js';
import { Pager } from '../shell/pager.js';
import { Empty, Failed, RowsSkeleton } from '../shell/states.js';
import { TabBar } from '../shell/tab-bar.js';
import { useNow } from '../shell/use-now.js';
import { useCounts } from '../shell/use-overview.js';
import { approvalsTexts } from './approvals-texts.js';

type Approval = DataOf<typeof getApprovalList>[number];

const tabs = Object.values(ApprovalQuery);
const SIZE = 20;
/** An undecided request ends after seven days; the list counts down from the fifth. */
const LIFE_MS = 7 * 24 * 3_600_000;
const COUNTDOWN_MS = 2 * 24 * 3_600_000;

/** Approvals to decide, decided, requested and received. A decision is made on the page that shows its contract. */
export default function ApprovalsScreen() {
  const t = useTexts(approvalsTexts);
  const heading = useHeading(t.title);
  const { corpId } = useConsole();
  const [state, keep] = usePageState('consoleApprovals');
  const [withdrawn, setWithdrawn] = useState<Approval | null>(null);
  const tab = tabs.find((each) => each === state.tab) ?? ApprovalQuery.toDecide;
  const page = Math.max(1, state.page ?? 1);
  const listing = useList(
    getApprovalList,
    { docQueryType: tab, listPageNo: page, listPageSize: SIZE },
    { every: 30_000 },
  );
  const { approvals: waiting = 0 } = useCounts();
  return (
    <div className="mx-auto w-full max-w-[1120px]">
      <h1 ref={heading} tabIndex={-1} className="m-0 px-4 pt-4 text-page font-semibold lg:px-6">
        {t.title}
      </h1>
      <div className="border-b border-n-200">
        <TabBar
          label={t.tabs}
          tabs={tabs.map((each) => ({
            value: each,
            words: t[`tab${each}`],
            number: each === 0 ? waiting : 0,
          }))}
          value={tab}
          onChange={(next) => keep({ tab: next === 0 ? undefined : next, page: undefined })}
        />
      </div>
      {listing.error !== null && (
        <Failed error={listing.error} retry={() => void listing.refetch()} what={t.what} />
      )}
      {listing.data === undefined ? (
        listing.error === null && <RowsSkeleton />
      ) : listing.data.items.length === 0 ? (
        <Empty icon={CircleCheck} text={tab === 0 ? t.none0 : t.none}>
          <ConsoleLink
            href={consoleAddress('consoleContracts', { corpId })}
            className="inline-flex min-h-11 items-center rounded-control border border-n-400 px-4 text-small text-n-900 no-underline hover:bg-n-50"
          >
            {t.contracts}
          </ConsoleLink>
        </Empty>
      ) : (
        <>
          <ul className="m-0 list-none divide-y divide-n-200 border-b border-n-200 bg-n-0 p-0">
            {listing.data.items.map((approval) => (
              <Line
                key={approval.approvalId}
                approval={approval}
                tab={tab}
                withdraw={() => setWithdrawn(approval)}
              />
            ))}
          </ul>
          <Pager
            page={page}
            size={SIZE}
            total={listing.data.totalCount}
            isLimited={false}
            onPage={(next) => keep({ page: next === 1 ? undefined : next })}
          />
        </>
      )}
      {withdrawn !== null && <WithdrawSheet approval={withdrawn} close={() => setWithdrawn(null)} />}
    </div>
  );
}

/** A request to use a seal, and not one to send a contract. */
function isOfSeal({ approvalType }: Approval): boolean {
  return approvalType === ApprovalType.seal;
}

interface LineProps {
  readonly approval: Approval;
  readonly tab: ApprovalQuery;
  readonly withdraw: () => void;
}

function Line({ approval, tab, withdraw }: LineProps) {
  const t = useTexts(approvalsTexts);
  const { corpId, door } = useConsole();
  const words = useWords();
  const { language } = useLanguage();
  const now = useNow();
  const isOnline = useOnline();
  const opening = useMutation({
    mutationFn: () => door.ownPage(approval.signFlowId, approval.approvalId),
    onSuccess: (address) => location.assign(address),
  });
  const isOpen = approval.approvalStatus === ApprovalStatus.open;
  const left = instantOf(approval.createTime) + LIFE_MS - now;
  const question = isOfSeal(approval)
    ? t.asksSeal(approval.initiatorName, approval.sealName ?? '')
    : t.asksContract(approval.initiatorName);
  return (
    <li className="relative flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 lg:px-6">
      <Stamp {...iconSize} className="hidden shrink-0 text-n-500 sm:block" />
      <span className="min-w-0 flex-1 basis-64">
        <ConsoleLink
          href={consoleAddress('consoleContract', { corpId, flowId: approval.signFlowId })}
          className="line-clamp-3 text-body font-medium text-n-900 no-underline names before:absolute before:inset-0 hover:underline lg:text-desk"
        >
          <bdi>{approval.signFlowName}</bdi>
        </ConsoleLink>
        <span className="figures flex flex-wrap gap-x-3 text-small text-n-500">
          <bdi className="names">{question}</bdi>
          <span>{momentInFigures(approval.createTime)}</span>
          {isOpen && left < COUNTDOWN_MS && (
            <span className="font-medium text-danger">{t.ends(durationInWords(left, language))}</span>
          )}
        </span>
        {approval.failReason !== null && approval.failReason !== '' && (
          <bdi className="block text-small text-n-600 names">{t.reason(approval.failReason)}</bdi>
        )}
        <ErrorLine text={opening.error === null ? null : words(opening.error)} />
      </span>
      <ApprovalState status={approval.approvalStatus} />
      <span className="relative z-10 empty:hidden">
        {tab === ApprovalQuery.toDecide && (
          <Button
            small
            isDisabled={!isOnline}
            busyLabel={opening.isPending ? t.opening : null}
            onPress={() => opening.mutate()}
          >
            {t.decide}
          </Button>
        )}
        {tab === ApprovalQuery.requested && isOpen && (
          <Button small look="danger" isDisabled={!isOnline} onPress={withdraw}>
            {t.withdraw}
          </Button>
        )}
      </span>
    </li>
  );
}

function WithdrawSheet({ approval, close }: { readonly approval: Approval; readonly close: () => void }) {
  const t = useTexts(approvalsTexts);
  const { door } = useConsole();
  const words = useWords();
  const refresh = useRefresh();
  const [key] = useState(() => crypto.randomUUID());
  const acting = useMutation({
    mutationFn: () =>
      door.act(
        approvalCancel,
        { approvalId: approval.approvalId, approvalStatus: ApprovalStatus.withdrawn },
        key,
      ),
    onSuccess: async () => {
      close();
      await refresh();
    },
  });
  return (
    <Sheet
      title={t.withdrawTitle}
      isOpen
      close={close}
      isHeld={acting.isPending}
      footer={
        <Button
          look="dangerous"
          wide
          busyLabel={acting.isPending ? t.working : null}
          onPress={() => acting.mutate()}
        >
          {t.withdraw}
        </Button>
      }
    >
      <p className="mt-0 mb-2 text-body font-medium names">
        <bdi>{approval.signFlowName}</bdi>
      </p>
      <p className="mt-0 mb-4 text-body text-n-700">
        {isOfSeal(approval) ? t.withdrawSeal : t.withdrawContract}
      </p>
      <ErrorLine text={acting.error === null ? null : words(acting.error)} />
    </Sheet>
  );
}
