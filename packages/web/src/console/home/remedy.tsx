import { signFlowRemind } from '@cinnabar/api/operations/flow-control.js';
import { useMutation } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { Button } from '../../shared/components/button.js';
import { ErrorLine } from '../../shared/components/error-line.js';
import { smallIcon } from '../../shared/components/icons.js';
import { useOnline } from '../../shared/state/use-online.js';
import { useTexts } from '../../shared/text/language.js';
import { useConsole, useRefresh, useRight } from '../shell/console-context.js';
import { ConsoleLink, consoleAddress } from '../shell/console-link.js';
import { useWords } from '../shell/error-words.js';
import { instantOf } from '../shell/format.js';
import { type Remedy, remedyOf } from '../shell/remedy.js';
import { useNow } from '../shell/use-now.js';
import type { StuckContract } from '../shell/use-overview.js';
import { homeTexts } from './home-texts.js';

/** Look of a link to where an obstacle is removed. */
export const wayLook =
  'inline-flex min-h-11 items-center rounded-control border border-n-400 px-3 text-small font-medium whitespace-nowrap text-n-900 no-underline hover:bg-n-50';

const REMIND_PAUSE_MS = 10 * 60_000;

interface Props {
  readonly row: StuckContract;
  /** The person has started it. */
  readonly isOwn: boolean;
}

/** What helps a contract on, beside the reason why it waits. */
export function RemedyButtons({ row, isOwn }: Props) {
  const t = useTexts(homeTexts);
  const { corpId } = useConsole();
  const managesMembers = useRight('manageMembers');
  const remedy: Remedy = row.why === null ? 'remind' : remedyOf(row.why);
  const ways: Partial<Readonly<Record<Remedy, readonly [words: string, href: string]>>> = {
    approvals: [t.approvalsWay, consoleAddress('consoleApprovals', { corpId })],
    seals: [t.sealsWay, consoleAddress('consoleSeals', { corpId })],
    ...(managesMembers
      ? { requests: [t.requestsWay, consoleAddress('consoleMembers', { corpId }, { tab: 'requests' })] }
      : {}),
    ...(isOwn
      ? { replace: [t.replace, consoleAddress('consoleContract', { corpId, flowId: row.flowId })] }
      : {}),
  };
  const way = ways[remedy];
  return (
    <span className="relative z-10 flex items-center gap-2">
      {way !== undefined && (
        <ConsoleLink href={way[1]} className={wayLook}>
          {way[0]}
        </ConsoleLink>
      )}
      <Remind row={row} isOwn={isOwn} />
    </span>
  );
}

function Remind({ row, isOwn }: Props) {
  const t = useTexts(homeTexts);
  const { door } = useConsole();
  const managesContracts = useRight('manageContracts');
  const words = useWords();
  const refresh = useRefresh();
  const now = useNow();
  const isOnline = useOnline();
  const reminding = useMutation({
    mutationFn: () => door.act(signFlowRemind, { flowId: row.flowId }, crypto.randomUUID()),
    onSuccess: refresh,
  });
  if (!isOwn && !managesContracts) return null;
  const isReminded =
    reminding.isSuccess || (row.remindTime !== null && now - instantOf(row.remindTime) < REMIND_PAUSE_MS);
  if (isReminded) {
    return (
      <span
        role="status"
        className="inline-flex min-h-11 items-center gap-1 px-3 text-small whitespace-nowrap text-success"
      >
        <CircleCheck {...smallIcon} />
        {t.reminded}
      </span>
    );
  }
  return (
    <>
      <Button
        small
        isDisabled={!isOnline}
        busyLabel={reminding.isPending ? t.reminding : null}
        onPress={() => reminding.mutate()}
      >
        {t.remind}
      </Button>
      <ErrorLine text={reminding.error === null ? null : words(reminding.error)} />
    </>
  );
}
