import { directComponentSignFlow } from '@cinnabar/api/operations/flow-start.js';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Refused } from '../api/refused.js';
import { callSandbox } from '../api/sandbox.js';
import { Button } from '../shared/components/button.js';
import { ErrorLine } from '../shared/components/error-line.js';
import { Sheet } from '../shared/components/sheet.js';
import { TextField } from '../shared/components/text-field.js';
import { isSandbox } from '../shared/state/sandbox.js';
import { commonTexts } from '../shared/text/common-texts.js';
import { useTexts } from '../shared/text/language.js';
import type { Design } from './design.js';
import { useDesignerDoor } from './designer-door.js';
import { type Actor, castOf, fixedActor, isComplete, noActor, trialBody } from './trial.js';
import { TrialEnd } from './trial-end.js';
import { trialTexts } from './trial-texts.js';
import { type FlowId, isEnded, useTrialTask } from './use-trial-task.js';

interface Props {
  readonly design: Design;
  readonly close: () => void;
}

const ASK_AGAIN_MS = 3_000;

/** A start of the draft: checked everywhere, and in the sandbox carried out with the demo people. */
export function TrialSheet({ design, close }: Props) {
  const t = useTexts(trialTexts);
  const app = useTexts(commonTexts);
  const door = useDesignerDoor();
  const people = useQuery({
    queryKey: ['demoPeople'],
    queryFn: () => callSandbox<{ readonly people: readonly Actor[] }>('/sandbox/people', {}),
    enabled: isSandbox,
    retry: false,
  });
  const [typed, setTyped] = useState<ReadonlyMap<string, Actor>>(new Map());
  const [key] = useState(() => crypto.randomUUID());
  const cast = new Map([...castOf(design.parties, people.data?.people ?? []), ...typed]);
  const body = trialBody(design, cast, t.flowTitle(design.name));
  const checking = useMutation({
    mutationFn: () => door.call(directComponentSignFlow, { ...body, dryRun: true }),
  });
  const starting = useMutation({
    mutationFn: () => door.call(directComponentSignFlow, body, { idempotencyKey: key }),
  });
  const trial = checking.data?.dryRun ?? null;
  const error = checking.error ?? starting.error;
  const isReady = isComplete(design.parties, cast);
  const isFine = trial !== null && trial.problems.length === 0;
  const check = (
    <Button
      look={isSandbox && isFine ? 'plain' : 'ink'}
      wide
      isDisabled={!isReady}
      busyLabel={checking.isPending ? t.checking : null}
      onPress={() => checking.mutate()}
    >
      {t.check}
    </Button>
  );
  return (
    <Sheet
      title={t.title}
      isOpen
      wide
      close={close}
      isHeld={starting.isPending}
      footer={
        starting.isSuccess ? undefined : isSandbox ? (
          <div className="grid grid-cols-2 gap-2">
            {check}
            <Button
              look="ink"
              wide
              isDisabled={!isFine}
              busyLabel={starting.isPending ? t.starting : null}
              onPress={() => starting.mutate()}
            >
              {t.start}
            </Button>
          </div>
        ) : (
          check
        )
      }
    >
      <p className="mt-0 mb-4 text-body text-n-700">{isSandbox ? t.sandboxText : t.text}</p>
      {!starting.isSuccess &&
        design.parties.map((party) => {
          const actor = cast.get(party.key) ?? noActor;
          const set = (change: Partial<Actor>) => {
            setTyped(new Map([...typed, [party.key, { ...actor, ...change }]]));
            checking.reset();
          };
          if (fixedActor(party) !== null) {
            return (
              <p key={party.key} className="mt-0 mb-4 text-desk text-n-900 names">
                <bdi>{party.flag}</bdi> · {t.fixed} · <bdi>{actor.name}</bdi>
              </p>
            );
          }
          return (
            <fieldset key={party.key} className="m-0 mb-2 border-0 p-0">
              <legend className="mb-1 p-0 text-desk font-medium">
                <bdi className="names">{party.flag}</bdi>
              </legend>
              <div className="grid gap-x-3 sm:grid-cols-3">
                {party.isEnterprise && (
                  <TextField
                    label={t.corpName}
                    value={actor.corpName}
                    onChange={(corpName) => set({ corpName })}
                    maxLength={100}
                    autoComplete="off"
                  />
                )}
                <TextField
                  label={t.name}
                  value={actor.name}
                  onChange={(name) => set({ name })}
                  maxLength={50}
                  autoComplete="off"
                />
                <TextField
                  label={t.mobile}
                  value={actor.mobile}
                  onChange={(mobile) => set({ mobile })}
                  inputMode="numeric"
                  maxLength={11}
                  isNumber
                  autoComplete="off"
                />
              </div>
            </fieldset>
          );
        })}
      {!isReady && <p className="mt-0 mb-2 text-small text-n-600">{t.missing}</p>}
      {trial !== null && !starting.isSuccess && (
        <div role="status" className="mb-2 text-small">
          {trial.problems.length === 0 ? (
            <p className="m-0 text-success">{t.fine}</p>
          ) : (
            <>
              <p className="figures m-0 font-medium text-warning">{t.problems(trial.problems.length)}</p>
              <ul className="m-0 pl-5 text-n-900">
                {trial.problems.map(({ path, msg }) => (
                  <li key={`${path} ${msg}`} className="names">
                    {msg}
                  </li>
                ))}
              </ul>
            </>
          )}
          <p className="figures mt-1 mb-0 text-n-600">
            {t.cost(trial.contracts, trial.contractBalance - trial.contracts)}
          </p>
        </div>
      )}
      {starting.isSuccess && (
        <>
          <p role="status" className="mt-0 mb-2 text-body text-success">
            {t.started}
          </p>
          <ul className="m-0 list-none p-0">
            {design.parties.map((party) => (
              <Window
                key={party.key}
                flag={party.flag}
                actor={cast.get(party.key) ?? noActor}
                title={body.flowTitle}
                flowId={starting.data.flowId}
              />
            ))}
          </ul>
          <TrialEnd flowId={starting.data.flowId} />
        </>
      )}
      <ErrorLine text={error === null ? null : error instanceof Refused ? error.message : app.offlineBar} />
    </Sheet>
  );
}

interface Messages {
  /** The newest last. */
  readonly messages: readonly { readonly text: string }[];
}

interface WindowProps {
  readonly flag: string;
  readonly actor: Actor;
  readonly title: string;
  readonly flowId: FlowId;
}

/** The newest link to the contract that the sandbox has sent to somebody, who need not have a telephone. */
function Window({ flag, actor, title, flowId }: WindowProps) {
  const t = useTexts(trialTexts);
  const task = useTrialTask(flowId);
  const isOver = task !== undefined && isEnded(task);
  const sent = useQuery({
    queryKey: ['sandboxSms', actor.mobile],
    queryFn: async (): Promise<Messages> => {
      const answer = await fetch(`/sandbox/sms?mobile=${encodeURIComponent(actor.mobile)}`);
      return answer.json();
    },
    refetchInterval: isOver ? false : ASK_AGAIN_MS,
  });
  const own = (sent.data?.messages ?? []).findLast(({ text }) => text.includes(title));
  const link = own === undefined ? undefined : /https?:\S+\/l\/[\w-]+/.exec(own.text)?.[0];
  return (
    <li className="flex min-h-11 items-center border-b border-n-100 text-desk last:border-0 names">
      {link === undefined ? (
        <span className="text-n-600">
          {t.open(flag, actor.name)} · {isOver ? t.over : t.waiting}
        </span>
      ) : (
        <a href={link} target="_blank" rel="noreferrer" className="inline-flex min-h-11 items-center">
          {t.open(flag, actor.name)}
        </a>
      )}
    </li>
  );
}
