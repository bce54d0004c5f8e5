import { batchList, batchResend, batchStartSignFlow } from '@cinnabar/api/operations/flow-batches.js';
import { CircleCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../shared/components/button.js';
import { largeIcon } from '../../shared/components/icons.js';
import { goToAddress } from '../../shared/router/open-page.js';
import { useTexts } from '../../shared/text/language.js';
import { useConsole, useRefresh } from '../shell/console-context.js';
import { ConsoleLink, consoleAddress } from '../shell/console-link.js';
import { useWords } from '../shell/error-words.js';
import type { CallResult, PlannedCall } from './batch-plan.js';
import { batchTexts } from './batch-texts.js';
import type { KeptBatch } from './kept-batch.js';
import { type Sender, sendCalls } from './send-calls.js';
import type { BatchHandle } from './use-kept-batch.js';

const PAUSE_MS = 2000;
/** Batches of a day or two among which an earlier call is looked for. */
const RECENT_BATCHES = 1000;

interface Props {
  readonly templateId: number;
  readonly batch: KeptBatch;
  readonly handle: BatchHandle;
}

function withoutContents(batch: KeptBatch): KeptBatch {
  return {
    ...batch,
    source: { headers: [], rows: [], otherSheets: [] },
    rows: [],
    calls: batch.calls?.map((call) => ({ ...call, items: [] })) ?? null,
  };
}

/** Sends what the plan still lacks, also after a reload. */
export function SendStep({ templateId, batch, handle }: Props) {
  const t = useTexts(batchTexts);
  const words = useWords();
  const { corpId, door } = useConsole();
  const refresh = useRefresh();
  const [error, setError] = useState<Error | null>(null);
  const [attempt, setAttempt] = useState(0);
  const calls = batch.calls ?? [];
  const results = calls.flatMap(({ result }) => result ?? []);
  const isDone = results.length === calls.length;
  const started = results.reduce((sum, { successCount }) => sum + successCount, 0);
  const failed = results.reduce((sum, { failedCount }) => sum + failedCount, 0);
  const all = calls.reduce((sum, { lines }) => sum + lines.length, 0);
  const latest = useRef({ calls, handle });
  latest.current = { calls, handle };
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` begins again
  useEffect(() => {
    let isStopped = false;
    const resultOf = ({ batchId, successCount, failedCount }: CallResult): CallResult => ({
      batchId,
      successCount,
      failedCount,
    });
    const sender: Sender = {
      send: async ({ items, key }) =>
        resultOf(await door.act(batchStartSignFlow, { templateId, items }, key)),
      async find({ key }) {
        const { items } = await door.list(batchList, { scope: 0, listPageSize: RECENT_BATCHES });
        return items.find(({ requestKey }) => requestKey === key) ?? null;
      },
      async resume(batchId, call) {
        const { failedCount } = await door.act(batchResend, { batchId }, crypto.randomUUID());
        return { batchId, failedCount, successCount: call.items.length - failedCount };
      },
      keep: (next: readonly PlannedCall[]) =>
        latest.current.handle.change((before) => ({ ...before, calls: next })),
      pause: () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS)),
      now: () => Date.now(),
      isStopped: () => isStopped,
    };
    sendCalls(latest.current.calls, sender).then(
      () => {
        // The browser keeps no personal data of what has been sent.
        if (!isStopped) latest.current.handle.change(withoutContents).catch(() => undefined);
        void refresh();
      },
      (failure: unknown) => {
        if (!isStopped) setError(failure instanceof Error ? failure : new Error(String(failure)));
      },
    );
    return () => {
      isStopped = true;
    };
  }, [attempt, door, templateId, refresh]);
  const leave = async (address: string) => {
    goToAddress(address);
    if (isDone) await handle.discard();
  };
  return (
    <div className="rounded-card bg-n-0 p-6 text-center shadow-paper">
      {isDone ? (
        <>
          <CircleCheck {...largeIcon} className="text-success" />
          <p role="status" className="figures mt-3 mb-4 text-title font-semibold">
            {t.done(started, failed)}
          </p>
        </>
      ) : (
        <>
          <p role="status" className="figures m-0 mb-2 text-title font-semibold">
            {t.sending(started + failed, all)}
          </p>
          <progress value={started + failed} max={all} aria-label={t.stepSend} className="mb-3 w-full" />
          <p className="m-0 text-small text-n-600">{t.mayLeave}</p>
          <p className="m-0 mb-4 text-small text-n-600">{t.stay}</p>
        </>
      )}
      {error !== null && (
        <p role="alert" className="flex flex-wrap items-center justify-center gap-3 text-small text-danger">
          {words(error)}
          <Button
            small
            onPress={() => {
              setError(null);
              setAttempt((before) => before + 1);
            }}
          >
            {t.again}
          </Button>
        </p>
      )}
      <ul className="m-0 list-none space-y-2 p-0">
        {results.map(({ batchId, successCount, failedCount }) => (
          <li key={batchId} className="figures flex flex-wrap items-center justify-center gap-3 text-small">
            {t.done(successCount, failedCount)}
            <ConsoleLink
              href={consoleAddress('consoleBatchInfo', { corpId, batchId })}
              className="inline-flex min-h-11 items-center text-n-900"
            >
              {t.batch(batchId)}
            </ConsoleLink>
          </li>
        ))}
      </ul>
      {isDone && results[0] !== undefined && (
        <div className="mt-4">
          <Button
            look="ink"
            onPress={() =>
              void leave(
                results.length === 1
                  ? consoleAddress('consoleBatchInfo', { corpId, batchId: results[0]?.batchId ?? 0 })
                  : consoleAddress('consoleContracts', { corpId }, { tab: 7 }),
              )
            }
          >
            {results.length === 1 ? t.seeBatch : t.batches}
          </Button>
        </div>
      )}
    </div>
  );
}
