import { OperateStatus } from '@cinnabar/api/enums.js';
import { getFillUrl, getSignUrl } from '@cinnabar/api/operations/flow-links.js';
import { useMutation } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../shared/components/button.js';
import { ErrorLine } from '../../shared/components/error-line.js';
import { iconSize } from '../../shared/components/icons.js';
import { useOnline } from '../../shared/state/use-online.js';
import { useTexts } from '../../shared/text/language.js';
import { useConsole, useRight } from '../shell/console-context.js';
import { ConsoleLink, consoleAddress } from '../shell/console-link.js';
import { useWords } from '../shell/error-words.js';
import { type Remedy, remedyOf } from '../shell/remedy.js';
import { Awaited } from '../shell/why.js';
import { type Acts, awaitsViewer, partyOf } from './acts.js';
import { contractTexts } from './contract-texts.js';
import type { Party, Task, Waiting } from './task.js';

interface Props {
  readonly task: Task;
  readonly acts: Acts;
  readonly replace: (party: Party) => void;
}

/** For each person who is awaited: why, since when, and what removes the obstacle. */
export function WhyPanel({ task, acts, replace }: Props) {
  const t = useTexts(contractTexts);
  if (task.waiting.length === 0) return null;
  return (
    <section aria-label={t.waits} className="border-b border-n-200 bg-warning-tint px-4 py-2 lg:px-6">
      <ul className="m-0 list-none divide-y divide-n-200 p-0">
        {task.waiting.map((waiting) => (
          <Line
            key={`${waiting.participantId} ${waiting.for} ${waiting.psnName}`}
            task={task}
            waiting={waiting}
            acts={acts}
            replace={replace}
          />
        ))}
      </ul>
    </section>
  );
}

interface LineProps extends Props {
  readonly waiting: Waiting;
}

function Line({ task, waiting, acts, replace }: LineProps) {
  const t = useTexts(contractTexts);
  const viewer = useConsole();
  const { corpId, corpName, door } = viewer;
  const words = useWords();
  const isOnline = useOnline();
  const managesMembers = useRight('manageMembers');
  const [isCopied, setCopied] = useState(false);
  const party = partyOf(task, waiting);
  const isMe = awaitsViewer(task, waiting, viewer);
  const corp = waiting.corpName !== '' && waiting.corpName !== corpName ? ` · ${waiting.corpName}` : '';
  const remedy: Remedy = waiting.why === null ? 'remind' : remedyOf(waiting.why);
  const copying = useMutation({
    mutationFn: async (part: Party) => {
      const operation = waiting.for === 1 ? getFillUrl : getSignUrl;
      const address = await door.act(
        operation,
        { flowId: task.flowId, participantId: part.participantId },
        crypto.randomUUID(),
      );
      await navigator.clipboard.writeText(address);
      setCopied(true);
    },
  });
  const way =
    'inline-flex min-h-11 items-center px-2 text-small font-medium text-cinnabar-600 hover:underline';
  return (
    <li className="flex flex-wrap items-center gap-x-3 py-1">
      <Clock {...iconSize} className="shrink-0 text-warning" />
      <span className="min-w-0 flex-1 basis-60 py-1">
        <Awaited
          name={isMe ? t.youAct : `${waiting.psnName}${corp}`}
          why={isMe ? null : waiting.why}
          act={waiting.for}
          since={waiting.since}
        />
        <ErrorLine text={copying.error === null ? null : words(copying.error)} />
        <span role="status" className="block text-small text-success empty:hidden">
          {isCopied ? t.copied : ''}
        </span>
      </span>
      {remedy === 'approvals' && (
        <ConsoleLink href={consoleAddress('consoleApprovals', { corpId })} className={way}>
          {t.seeApprovals}
        </ConsoleLink>
      )}
      {remedy === 'requests' && managesMembers && (
        <ConsoleLink href={consoleAddress('consoleMembers', { corpId }, { tab: 'requests' })} className={way}>
          {t.seeRequests}
        </ConsoleLink>
      )}
      {remedy === 'seals' && (
        <ConsoleLink href={consoleAddress('consoleSeals', { corpId })} className={way}>
          {t.seeSeals}
        </ConsoleLink>
      )}
      {acts.manageParties && party !== undefined && !isMe && (
        <>
          {waiting.for !== OperateStatus.approval && (
            <Button small look="quiet" isDisabled={!isOnline} onPress={() => copying.mutate(party)}>
              {t.copyLink}
            </Button>
          )}
          <Button
            small
            look={remedy === 'replace' ? 'plain' : 'quiet'}
            isDisabled={!isOnline}
            onPress={() => replace(party)}
          >
            {t.replace}
          </Button>
        </>
      )}
    </li>
  );
}
