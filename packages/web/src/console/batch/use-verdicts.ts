import { batchStartSignFlow } from '@cinnabar/api/operations/flow-batches.js';
import { useEffect, useRef, useState } from 'react';
import { useConsole } from '../shell/console-context.js';
import type { Item } from './batch-item.js';
import type { JudgedRow, Verdict } from './judged-rows.js';

/** Rows of one question: answered within a second or so, so that the page shows progress. */
const ROWS_AT_ONCE = 100;

export interface Verdicts {
  /** By what was asked. */
  readonly known: ReadonlyMap<string, Verdict>;
  /** null: not known yet. */
  readonly balance: number | null;
}

export const noVerdicts: Verdicts = { known: new Map(), balance: null };

/** Asks the service about the rows that are right as far as the page can tell, each once. */
export function useVerdicts(
  templateId: number,
  rows: readonly JudgedRow[],
  verdicts: Verdicts,
  change: (make: (before: Verdicts) => Verdicts) => void,
): { readonly error: Error | null; readonly retry: () => void } {
  const { door } = useConsole();
  const [error, setError] = useState<Error | null>(null);
  const [attempt, setAttempt] = useState(0);
  const isAsking = useRef(false);
  const items = new Map<string, Item>();
  for (const { state, asked, item } of rows) {
    if (state === 'unknown' && !verdicts.known.has(asked)) items.set(asked, item);
    if (items.size === ROWS_AT_ONCE) break;
  }
  const wanted = [...items.keys()].join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: `wanted` stands for the items, `attempt` asks again
  useEffect(() => {
    if (isAsking.current || items.size === 0) return;
    isAsking.current = true;
    const asked = [...items];
    door.ask(batchStartSignFlow, { templateId, items: asked.map(([, item]) => item), dryRun: true }).then(
      ({ results, contractBalance }) => {
        isAsking.current = false;
        setError(null);
        change(({ known }) => ({
          known: new Map([
            ...known,
            ...results.map((result, index) => [asked[index]?.[0] ?? '', result] as const),
          ]),
          balance: contractBalance,
        }));
      },
      (failure: unknown) => {
        isAsking.current = false;
        setError(failure instanceof Error ? failure : new Error(String(failure)));
      },
    );
  }, [wanted, attempt, templateId]);
  return { error, retry: () => setAttempt((before) => before + 1) };
}
