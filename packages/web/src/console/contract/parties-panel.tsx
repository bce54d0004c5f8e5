import { SignStatus } from '@cinnabar/api/enums.js';
import { Check, Clock, Stamp, X } from 'lucide-react';
import { smallIcon } from '../../shared/components/icons.js';
import { momentInFigures } from '../../shared/format/dates.js';
import { useTexts } from '../../shared/text/language.js';
import { useConsole } from '../shell/console-context.js';
import { type FlowStep, stepsOf } from './acts.js';
import { contractTexts } from './contract-texts.js';
import { endingOf } from './ending.js';
import { PartyLetter } from './party-letter.js';
import type { Party, Task } from './task.js';

/** The parties in the steps of the contract; those of one step act at the same time. */
export function PartiesPanel({ task }: { readonly task: Task }) {
  const t = useTexts(contractTexts);
  const parties = task.participantList;
  return (
    <section aria-label={t.parties}>
      <h2 className="mt-0 mb-3 text-desk font-semibold">{t.parties}</h2>
      <ol className="m-0 list-none space-y-4 p-0">
        {stepsOf(parties).map((step, index) => (
          <li key={`${step.kind} ${step.order}`} className="flex gap-3">
            <span className="figures w-14 shrink-0 text-small text-n-500">
              {index + 1} {step.kind === 'fill' ? t.stepFill : t.stepSign}
            </span>
            <ul className="m-0 min-w-0 flex-1 list-none space-y-2 p-0">
              {step.parties.map((party) => (
                <li key={party.participantId} className="flex items-start gap-2">
                  <PartyLetter index={parties.indexOf(party)} />
                  <span className="min-w-0 flex-1">
                    <bdi className="text-desk font-medium names">
                      {party.participantCorpName === '' ? party.psnName : party.participantCorpName}
                    </bdi>
                    <span className="figures flex flex-wrap items-center gap-x-2 text-small text-n-500">
                      {party.participantCorpName !== '' && <bdi>{party.psnName}</bdi>}
                      <Progress step={step} party={party} task={task} />
                    </span>
                  </span>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </section>
  );
}

interface ProgressProps {
  readonly step: FlowStep;
  readonly party: Party;
  readonly task: Task;
}

function Progress({ step, party, task }: ProgressProps) {
  const t = useTexts(contractTexts);
  const { userId } = useConsole();
  const done = step.kind === 'fill' ? party.draftTime : party.signTime;
  if (done !== null) {
    const words = step.kind === 'fill' ? t.filled : t.signed;
    return <Mark Icon={Check} look="text-success" words={`${words} ${momentInFigures(done)}`} />;
  }
  if (party.signStatus === SignStatus.refused) {
    return <Mark Icon={X} look="text-danger" words={t.refused} />;
  }
  if (step.kind === 'sign' && party.signStatus === SignStatus.awaitingApproval) {
    return <Mark Icon={Stamp} look="text-warning" words={t.awaitingApproval} />;
  }
  if (endingOf(task) !== null) return <span>{step.kind === 'fill' ? t.unfilled : t.unsigned}</span>;
  const act = step.kind === 'fill' ? 1 : 2;
  const isTurn = task.waiting.some(
    (waiting) => waiting.participantId === party.participantId && (waiting.for === act || waiting.for > 2),
  );
  const words = party.psnId === userId ? t.youAct : t.turn;
  return isTurn ? <Mark Icon={Clock} look="text-warning" words={words} /> : <span>{t.later}</span>;
}

interface MarkProps {
  readonly Icon: typeof Check;
  readonly look: string;
  readonly words: string;
}

function Mark({ Icon, look, words }: MarkProps) {
  return (
    <span className={`inline-flex items-center gap-1 ${look}`}>
      <Icon {...smallIcon} />
      {words}
    </span>
  );
}
