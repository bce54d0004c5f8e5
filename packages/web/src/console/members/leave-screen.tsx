import {
  infoByCorpId,
  memberDelete,
  memberDuties,
  memberHandOver,
  memberList,
} from '@cinnabar/api/operations/members.js';
import { dutyKinds, type ListedKind, stayingKinds } from '@cinnabar/api/schemas/hand-over.js';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { DataOf } from '../../api/wire.js';
import { Button } from '../../shared/components/button.js';
import { ErrorLine } from '../../shared/components/error-line.js';
import { SelectField } from '../../shared/components/select-field.js';
import { TextField } from '../../shared/components/text-field.js';
import { useHeading } from '../../shared/components/use-heading.js';
import { goToAddress } from '../../shared/router/open-page.js';
import { usePageState } from '../../shared/router/page-state.js';
import { forget, keep as keepInTab, kept } from '../../shared/state/kept.js';
import { useTexts } from '../../shared/text/language.js';
import { useAsk, useConsole, useList, useRefresh, useRight } from '../shell/console-context.js';
import { ConsoleLink, consoleAddress } from '../shell/console-link.js';
import { useWords } from '../shell/error-words.js';
import { Denied, Failed, RowsSkeleton } from '../shell/states.js';
import { StepList } from '../shell/step-list.js';
import { useAct } from '../shell/use-act.js';
import { DutyGroup } from './duty-group.js';
import {
  type Choice,
  type Choices,
  choiceOf,
  choicesIn,
  choicesText,
  itemsOf,
  keyOf,
  reasonsOf,
  undecided,
} from './leave-plan.js';
import { leaveTexts } from './leave-texts.js';
import { type Colleague, TakerSelect } from './taker-select.js';

/** Members from whom a successor can be chosen. */
const COLLEAGUES = 1000;
/** Duties in one request. */
const AT_ONCE = 50;

const allKinds: readonly ListedKind[] = [...dutyKinds, ...stayingKinds];

/** A member leaves: what they have in hand, who takes it over, and the end of the membership. */
export default function LeaveScreen({ userId }: { readonly userId: number }) {
  const t = useTexts(leaveTexts);
  const managesMembers = useRight('manageMembers');
  const [{ step, to }, keep] = usePageState('consoleMemberLeave');
  const { corpId, userId: self } = useConsole();
  // Of this tab alone: whoever reloads it goes on, and nobody else finds half a hand-over.
  const keptAs = `leave ${corpId} ${userId}`;
  const [chosen, setChosen] = useState(() => kept(keptAs, 'sessionStorage') ?? '');
  const setOwn = (own: ReadonlyMap<string, Choice>) => {
    setChosen(choicesText(own));
    keepInTab(keptAs, choicesText(own), 'sessionStorage');
  };
  const [removed, setRemoved] = useState<string | null>(null);
  const isWanted = managesMembers && removed === null;
  const found = useAsk(infoByCorpId, { userId }, { isWanted });
  const duties = useAsk(memberDuties, { userId }, { isWanted });
  const members = useList(memberList, { status: 0, listPageSize: COLLEAGUES }, { isWanted });
  const name = found.data?.[0]?.userName ?? '';
  const heading = useHeading(t.title(name), step);
  const go = (next: 'give' | 'end' | undefined) =>
    goToAddress(
      consoleAddress(
        'consoleMemberLeave',
        { corpId, userId },
        { ...(next === undefined ? {} : { step: next }), ...(to === undefined ? {} : { to }) },
      ),
    );
  if (!managesMembers) return <Denied act={t.manage} />;
  const colleagues = (members.data?.items ?? []).filter((each) => each.userId !== userId);
  const toAll = colleagues.find((each) => each.userId === to)?.userId ?? null;
  const own = choicesIn(
    chosen,
    colleagues.map((each) => each.userId),
  );
  return (
    <div className="mx-auto w-full max-w-[800px] px-4 py-4 lg:px-6">
      <h1 ref={heading} tabIndex={-1} className="m-0 mb-4 text-page font-semibold names">
        <bdi>{t.title(name)}</bdi>
      </h1>
      {removed !== null ? (
        <>
          <p role="status" className="mt-0 mb-4 text-body text-success names">
            {t.removed(removed)}
          </p>
          <ConsoleLink
            href={consoleAddress('consoleMembers', { corpId })}
            className="inline-flex min-h-11 items-center text-body text-cinnabar-600"
          >
            {t.toMembers}
          </ConsoleLink>
        </>
      ) : (
        <>
          <StepList
            label={t.steps}
            steps={[t.stock, t.handOver, t.finish]}
            step={step === 'end' ? 3 : step === 'give' ? 2 : 1}
          />
          {duties.data === undefined || found.data === undefined || members.data === undefined ? (
            (duties.error ?? found.error ?? members.error) === null ? (
              <RowsSkeleton />
            ) : (
              <Failed
                error={duties.error ?? found.error ?? members.error ?? new Error(t.what)}
                retry={() => void Promise.all([duties.refetch(), found.refetch(), members.refetch()])}
                what={t.what}
              />
            )
          ) : step === 'end' ? (
            <EndStep
              userId={userId}
              name={name}
              isSelf={self === userId}
              duties={duties.data}
              back={() => go('give')}
              done={() => {
                forget(keptAs, 'sessionStorage');
                setRemoved(name);
              }}
            />
          ) : step === 'give' ? (
            <GiveStep
              userId={userId}
              duties={duties.data}
              colleagues={colleagues}
              choices={{ toAll, own }}
              chooseAll={(next) => {
                setOwn(new Map());
                keep({ to: next });
              }}
              choose={(key, choice) => setOwn(new Map(own).set(key, choice))}
              next={() => go('end')}
            />
          ) : (
            <StockStep duties={duties.data} next={() => go('give')} />
          )}
        </>
      )}
    </div>
  );
}

type Duties = DataOf<typeof memberDuties>;

function StockStep({
  duties: { duties, counts },
  next,
}: {
  readonly duties: Duties;
  readonly next: () => void;
}) {
  const t = useTexts(leaveTexts);
  return (
    <>
      {duties.length === 0 && <p className="mt-0 mb-6 text-body text-n-700">{t.nothing}</p>}
      {allKinds.map((kind) => (
        <DutyGroup key={kind} kind={kind} duties={duties} count={counts[kind]} />
      ))}
      <Button look="ink" onPress={next}>
        {t.next}
      </Button>
    </>
  );
}

interface GiveProps {
  readonly userId: number;
  readonly duties: Duties;
  readonly colleagues: readonly Colleague[];
  readonly choices: Choices;
  readonly chooseAll: (to: number) => void;
  readonly choose: (key: string, choice: Choice) => void;
  readonly next: () => void;
}

function GiveStep({
  userId,
  duties: { duties, counts },
  colleagues,
  choices,
  chooseAll,
  choose,
  next,
}: GiveProps) {
  const t = useTexts(leaveTexts);
  const { door } = useConsole();
  const refresh = useRefresh();
  const words = useWords();
  const [reasons, setReasons] = useState<ReadonlyMap<string, string>>(new Map());
  const [said, setSaid] = useState('');
  const items = itemsOf(choices, duties);
  const open = undecided(choices, duties);
  const isWhole = dutyKinds.every(
    (kind) => counts[kind] === duties.filter((duty) => duty.kind === kind).length,
  );
  const giving = useMutation({
    mutationFn: async () => {
      const results: DataOf<typeof memberHandOver>['results'][number][] = [];
      for (let from = 0; from < items.length; from += AT_ONCE) {
        const some = items.slice(from, from + AT_ONCE);
        // What was handed over before an answer was lost is a success when it is asked for again.
        const answer = await door.act(memberHandOver, { userId, items: some }, crypto.randomUUID());
        results.push(...answer.results);
      }
      return reasonsOf(results);
    },
    onSuccess: async (failed) => {
      setReasons(failed);
      setSaid(items.length > failed.size ? t.handed(items.length - failed.size) : '');
      await refresh();
      if (failed.size === 0 && isWhole) next();
    },
    onError: refresh,
  });
  const toAll = choices.toAll === null ? '' : String(choices.toAll);
  const takers: readonly (readonly [string, string])[] = [
    ...(choices.toAll === null ? [['', t.choose] as const] : []),
    ...colleagues.map((each) => [String(each.userId), each.userName] as const),
  ];
  return (
    <>
      {duties.length > 0 && (
        <SelectField
          label={t.toAll}
          value={toAll}
          options={takers}
          onChange={(value) => chooseAll(Number(value))}
        />
      )}
      <p role="status" className="mt-0 mb-4 text-small text-success empty:hidden">
        {said}
      </p>
      <ErrorLine text={reasons.size > 0 ? t.failed(reasons.size) : null} />
      {dutyKinds.map((kind) => (
        <DutyGroup
          key={kind}
          kind={kind}
          duties={duties}
          count={counts[kind]}
          reasons={reasons}
          beside={(duty, named) => (
            <TakerSelect
              label={t.taker(named)}
              colleagues={colleagues}
              value={choiceOf(choices, duty)}
              onChange={(choice) => choose(keyOf(duty), choice)}
            />
          )}
        />
      ))}
      <p className="mt-0 mb-4 text-small text-n-600">{t.keptNote}</p>
      <ErrorLine text={giving.error === null ? null : words(giving.error)} />
      <div className="flex flex-wrap items-center gap-4">
        <Button
          look="ink"
          isDisabled={open > 0}
          busyLabel={giving.isPending ? t.working : null}
          onPress={() => (items.length === 0 ? next() : giving.mutate())}
        >
          {t.give(items.length)}
        </Button>
        <span role="status" className="text-small text-n-600">
          {open > 0 ? t.undecided(open) : ''}
        </span>
      </div>
    </>
  );
}

interface EndProps {
  readonly userId: number;
  readonly name: string;
  readonly isSelf: boolean;
  readonly duties: Duties;
  readonly back: () => void;
  readonly done: () => void;
}

function EndStep({ userId, name, isSelf, duties: { duties, counts }, back, done }: EndProps) {
  const t = useTexts(leaveTexts);
  const words = useWords();
  const [typed, setTyped] = useState('');
  const removing = useAct(memberDelete, done);
  return (
    <>
      {duties.length === 0 ? (
        <p className="mt-0 mb-6 text-body text-n-700">{t.clean}</p>
      ) : (
        <>
          <p className="mt-0 mb-4 text-body text-n-700">{t.stays}</p>
          {allKinds.map((kind) => (
            <DutyGroup key={kind} kind={kind} duties={duties} count={counts[kind]} />
          ))}
        </>
      )}
      <p className="mt-0 mb-4 text-body text-n-700">{t.consequence}</p>
      <TextField label={t.typeName(name)} value={typed} onChange={setTyped} autoComplete="off" />
      <ErrorLine text={removing.error === null ? null : words(removing.error)} />
      <div className="flex flex-wrap gap-3">
        <Button onPress={back}>{t.backToGive}</Button>
        <Button
          look="dangerous"
          isDisabled={isSelf || name === '' || typed.trim() !== name}
          busyLabel={removing.isPending ? t.working : null}
          onPress={() => removing.mutate({ userId })}
        >
          {t.remove}
        </Button>
      </div>
    </>
  );
}
