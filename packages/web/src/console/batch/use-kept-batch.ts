import { useCallback, useEffect, useRef, useState } from 'react';
import { usePageState } from '../../shared/router/page-state.js';
import { useConsole } from '../shell/console-context.js';
import { forgetBatch, type KeptBatch, keepBatch, keptBatch } from './kept-batch.js';

export interface BatchHandle {
  readonly state: 'reading' | 'ready';
  readonly batch: KeptBatch | null;
  /** Shows a change at once and stores it; resolves when it is stored. */
  readonly change: (make: (before: KeptBatch) => KeptBatch) => Promise<void>;
  /** Begins a batch under a key of its own, which gets into the address. */
  readonly begin: (batch: KeptBatch) => Promise<void>;
  readonly discard: () => Promise<void>;
}

/** The batch that the address names, as this browser has it. */
export function useKeptBatch(templateId: number, draft: string | undefined): BatchHandle {
  const { corpId } = useConsole();
  const [, keep] = usePageState('consoleBatch');
  const [state, setState] = useState<'reading' | 'ready'>(draft === undefined ? 'ready' : 'reading');
  const [batch, setBatch] = useState<KeptBatch | null>(null);
  const latest = useRef<KeptBatch | null>(null);
  const read = useRef<string | undefined>(undefined);
  const show = useCallback((next: KeptBatch | null) => {
    latest.current = next;
    setBatch(next);
  }, []);
  useEffect(() => {
    if (draft === undefined || read.current === draft) return;
    read.current = draft;
    keptBatch(corpId, draft).then(
      (found) => {
        show(found?.templateId === templateId ? found : null);
        setState('ready');
      },
      () => setState('ready'),
    );
  }, [corpId, draft, templateId, show]);
  return {
    state,
    batch,
    async change(make) {
      if (latest.current === null || draft === undefined) return;
      const next = make(latest.current);
      show(next);
      await keepBatch(corpId, draft, next);
    },
    async begin(next) {
      const key = crypto.randomUUID();
      read.current = key;
      show(next);
      // A table that cannot be kept can still be checked; sending keeps its plan first.
      await keepBatch(corpId, key, next).catch(() => undefined);
      keep({ draft: key, step: 3 });
    },
    async discard() {
      if (draft !== undefined) await forgetBatch(corpId, draft).catch(() => undefined);
      show(null);
      keep({ draft: undefined, step: undefined });
    },
  };
}
