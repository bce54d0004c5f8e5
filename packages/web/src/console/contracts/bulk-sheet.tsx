import {
  contractCancel,
  contractDel,
  contractExtend,
  signFlowRemind,
} from '@cinnabar/api/operations/flow-control.js';
import { contractBatchDownload } from '@cinnabar/api/operations/flow-download.js';
import { useMemo, useRef, useState } from 'react';
import { Button } from '../../shared/components/button.js';
import { ErrorLine } from '../../shared/components/error-line.js';
import { Sheet } from '../../shared/components/sheet.js';
import { TextField } from '../../shared/components/text-field.js';
import { saveFile } from '../../shared/save-file.js';
import { useTexts } from '../../shared/text/language.js';
import { useConsole, useRefresh, useRight } from '../shell/console-context.js';
import type { Door } from '../shell/door.js';
import { useWords } from '../shell/error-words.js';
import { useNow } from '../shell/use-now.js';
import { contractsTexts } from './contracts-texts.js';
import { type BulkAct, chargesOf, divide, MOST } from './possible.js';
import type { Row } from './row.js';
import { type Outcome, runEach } from './run-each.js';
import type { Selection } from './use-selection.js';

interface Props {
  readonly act: BulkAct;
  readonly selection: Selection;
  readonly close: () => void;
}

interface Given {
  readonly reason: string;
  readonly deadline: string;
}

type SingleAct = Exclude<BulkAct, 'download'>;

function carryOut(door: Door, act: SingleAct, { flowId }: Row, { reason, deadline }: Given, key: string) {
  switch (act) {
    case 'remind':
      return door.act(signFlowRemind, { flowId }, key);
    case 'revoke':
      return door.act(contractCancel, { flowId, ...(reason === '' ? {} : { cancelMsg: reason }) }, key);
    case 'extend':
      return door.act(contractExtend, { flowId, expireDate: deadline }, key);
    case 'remove':
      return door.act(contractDel, { flowId }, key);
  }
}

/** Looks before it binds: what happens to how many, and why not to the others. Then the result of each. */
export default function BulkSheet({ act, selection, close }: Props) {
  const t = useTexts(contractsTexts);
  const { door, userId, personName, corpName } = useConsole();
  const managesContracts = useRight('manageContracts');
  const now = useNow();
  const refresh = useRefresh();
  const words = useWords();
  // What is selected changes while the acts run; the sheet is about what was selected when it opened.
  const [{ possible, others }] = useState(() =>
    divide(act, selection.rows, { userId, personName, corpName, managesContracts }, now),
  );
  const keys = useMemo(() => new Map(possible.map((row) => [row.flowId, crypto.randomUUID()])), [possible]);
  const [given, setGiven] = useState<Given>({ reason: '', deadline: '' });
  const [outcomes, setOutcomes] = useState<readonly Outcome<Row>[]>([]);
  const [phase, setPhase] = useState<'asking' | 'running' | 'done'>('asking');
  const [problem, setProblem] = useState<string | null>(null);
  const isStopped = useRef(false);
  const isTooMany = possible.length > MOST[act];
  const isReady = possible.length > 0 && !isTooMany && (act !== 'extend' || given.deadline !== '');
  const failures = outcomes.filter((outcome) => !outcome.ok);

  const run = async () => {
    setProblem(null);
    setPhase('running');
    if (act === 'download') {
      try {
        saveFile(await door.file(contractBatchDownload, { flowIds: possible.map(({ flowId }) => flowId) }));
        close();
      } catch (error) {
        setProblem(words(error));
        setPhase('asking');
      }
      return;
    }
    await runEach(
      possible,
      (row) => carryOut(door, act, row, given, keys.get(row.flowId) ?? crypto.randomUUID()),
      (outcome) => {
        setOutcomes((before) => [...before, outcome]);
        if (outcome.ok) selection.set([outcome.item], false);
      },
      () => isStopped.current,
    );
    setPhase('done');
    await refresh();
  };

  const footer =
    phase === 'done' ? (
      <Button look="ink" wide onPress={close}>
        {t.finish}
      </Button>
    ) : phase === 'running' && act !== 'download' ? (
      <Button
        wide
        onPress={() => {
          isStopped.current = true;
        }}
      >
        {t.stop}
      </Button>
    ) : possible.length === 0 ? (
      <Button wide onPress={close}>
        {t.finish}
      </Button>
    ) : (
      <Button
        look={act === 'revoke' || act === 'remove' ? 'dangerous' : 'ink'}
        wide
        isDisabled={!isReady}
        busyLabel={phase === 'running' ? t.preparing : null}
        onPress={() => void run()}
      >
        {t[`${act}Act`](possible.length)}
      </Button>
    );

  return (
    <Sheet
      title={t[`${act}Title`](possible.length)}
      isOpen
      close={close}
      isHeld={phase === 'running'}
      footer={footer}
    >
      {(phase === 'asking' || act === 'download') && (
        <>
          <p className="mt-0 mb-4 text-body text-n-700">
            {possible.length === 0 ? t.none : t[`${act}Text`]}
            {act === 'revoke' && possible.length > 0 && t.charges(chargesOf(possible))}
          </p>
          {others.size > 0 && (
            <p className="mt-0 mb-4 rounded-control bg-warning-tint px-3 py-2 text-small text-warning">
              {t.impossible([...others.values()].reduce((sum, each) => sum + each, 0))}
              {[...others].map(([obstacle, number]) => t[obstacle](number)).join(' · ')}
            </p>
          )}
          {isTooMany && <ErrorLine text={t.tooMany(MOST[act])} />}
          <ErrorLine text={problem} />
          {act === 'revoke' && possible.length > 0 && (
            <TextField
              label={t.reason}
              value={given.reason}
              maxLength={200}
              onChange={(reason) => setGiven({ ...given, reason })}
            />
          )}
          {act === 'extend' && possible.length > 0 && (
            <TextField
              label={t.deadline}
              type="date"
              value={given.deadline}
              onChange={(deadline) => setGiven({ ...given, deadline })}
            />
          )}
        </>
      )}
      {phase === 'running' && act !== 'download' && (
        <div role="status" className="figures py-2 text-body">
          {t.running(outcomes.length, possible.length)}
          <progress
            value={outcomes.length}
            max={possible.length}
            className="mt-3 block h-2 w-full accent-n-900"
            aria-label={t.running(outcomes.length, possible.length)}
          />
        </div>
      )}
      {phase === 'done' && (
        <div role="status">
          <p className="figures mt-0 mb-3 text-body">
            {t.done(outcomes.length - failures.length)}
            {outcomes.length < possible.length && ` ${t.stopped(possible.length - outcomes.length)}`}
          </p>
          {failures.length > 0 && (
            <>
              <p className="m-0 mb-2 text-small text-danger">{t.failed(failures.length)}</p>
              <ul className="m-0 list-none divide-y divide-n-200 border-y border-n-200 p-0">
                {failures.map((outcome) => (
                  <li key={outcome.item.flowId} className="py-2 text-small">
                    <bdi className="block font-medium names">{outcome.item.flowTitle}</bdi>
                    <span className="text-n-600">{outcome.ok ? '' : words(outcome.error)}</span>
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
      )}
    </Sheet>
  );
}
