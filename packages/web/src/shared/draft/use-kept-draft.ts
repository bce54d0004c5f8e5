import { useCallback, useEffect, useRef, useState } from 'react';
import { Refused } from '../../api/refused.js';
import { timeOf } from '../format/dates.js';
import type { Saving } from './saving.js';

const QUIET_MS = 800;
const AGAIN_MS = 5_000;
const IDLE: Saving = { state: 'idle' };

interface Options<Draft, Answer> {
  readonly draft: Draft;
  /** The draft on the server; undefined while it is unknown, or if nothing is kept. Drafts are compared by identity. */
  readonly stored: Draft | undefined;
  /** @throws Refused, Unanswered */
  readonly keep: (draft: Draft) => Promise<Answer>;
  /** When the answer says that the draft was saved; null if it does not. */
  readonly savedTime: (answer: Answer) => string | null;
  /** The session that requests are made with: a new one saves what the last one could not. */
  readonly session?: string;
}

const isSessionOver = (error: unknown): boolean => error instanceof Refused && error.code === '401';

function causeOf(error: unknown): 'offline' | 'sessionOver' | 'refused' {
  if (isSessionOver(error)) return 'sessionOver';
  return error instanceof Refused ? 'refused' : 'offline';
}

/** Saves a draft shortly after each change, and again once the connection is back. */
export function useKeptDraft<Draft, Answer>(options: Options<Draft, Answer>) {
  const { draft, stored, keep, savedTime, session } = options;
  const [saving, setSaving] = useState(IDLE);
  const [tries, setTries] = useState(0);
  const isOn = stored !== undefined;
  const kept = useRef(stored);
  if (kept.current === undefined) kept.current = stored;
  /**
   * Counts what was kept: an older draft can come back (undo) while its successor is on its way, and differs from what
   * is stored from the answer on.
   */
  const [keptCount, setKeptCount] = useState(0);
  const newest = useRef({ draft, keep, savedTime });
  newest.current = { draft, keep, savedTime };
  /** Requests run one after the other, so that the latest draft is stored last. */
  const queue = useRef<Promise<unknown>>(Promise.resolve());

  const send = useCallback(async (): Promise<Answer> => {
    const { draft: sent, keep: run, savedTime: timeIn } = newest.current;
    setSaving({ state: 'saving' });
    try {
      const answer = await run(sent);
      kept.current = sent;
      setKeptCount((count) => count + 1);
      setTries(0);
      const time = timeIn(answer);
      setSaving(time === null ? { state: 'idle' } : { state: 'saved', time: timeOf(time) });
      return answer;
    } catch (error) {
      setSaving({ state: 'unsaved', because: causeOf(error) });
      // A refusal is final; a lost connection is retried.
      if (!(error instanceof Refused)) setTries((count) => count + 1);
      throw error;
    }
  }, []);
  const inTurn = useCallback(<Result>(run: () => Promise<Result>): Promise<Result> => {
    const result = queue.current.then(run, run);
    queue.current = result;
    return result;
  }, []);
  /** Saves, whether something has changed or not. @throws Refused, Unanswered */
  const save = useCallback((): Promise<Answer> => inTurn(send), [inTurn, send]);
  /** Saves what has changed, without waiting for more. */
  const flush = useCallback(async (): Promise<void> => {
    if (!isOn) return;
    // The request before may have saved it: another one would change the version on which a publication is based.
    const sendChanged = async () => {
      if (newest.current.draft !== kept.current) await send();
    };
    await inTurn(sendChanged).catch(() => undefined);
  }, [isOn, inTurn, send]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is kept changes with its count.
  useEffect(() => {
    if (!isOn || draft === kept.current) return;
    const timer = setTimeout(() => void flush(), tries === 0 ? QUIET_MS : AGAIN_MS);
    return () => clearTimeout(timer);
  }, [draft, isOn, flush, tries, keptCount]);
  const lastSession = useRef(session);
  useEffect(() => {
    if (session === lastSession.current) return;
    lastSession.current = session;
    void flush();
  }, [session, flush]);
  useEffect(() => {
    // A phone may never show this page again.
    const onHide = () => document.visibilityState === 'hidden' && void flush();
    document.addEventListener('visibilitychange', onHide);
    return () => document.removeEventListener('visibilitychange', onHide);
  }, [flush]);
  // What was saved is not the latest draft while a change waits to be saved.
  const isBehind = saving.state === 'saved' && draft !== kept.current;
  return { saving: isBehind ? IDLE : saving, save, flush };
}
