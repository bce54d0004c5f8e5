import { keepFillDraft } from '@cinnabar/api/pages/fill.js';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Refused } from '../api/refused.js';
import type { Saving } from '../shared/draft/saving.js';
import { useLink } from '../shared/link/link-context.js';
import type { Values } from './controls.js';
import type { FieldProblem, FieldProblems } from './field-problems.js';

const QUIET_MS = 800;
const AGAIN_MS = 5_000;

/** Saves the values shortly after the last key press, and reports those that do not fit. */
export function useDraft(values: Values, isOn: boolean) {
  const link = useLink();
  const [saving, setSaving] = useState<Saving>({ state: 'idle' });
  const [problems, setProblems] = useState<FieldProblems>(new Map());
  const kept = useRef(values);
  const newest = useRef(values);
  newest.current = values;

  const save = useCallback(async (): Promise<FieldProblems> => {
    const sent = newest.current;
    setSaving({ state: 'saving' });
    try {
      const answer = await link.call(keepFillDraft, {
        values: [...sent].map(([componentId, value]) => ({ componentId, value })),
      });
      kept.current = sent;
      const found = new Map(
        answer.problems.map(({ componentId, message }): [number, FieldProblem] => [
          componentId,
          { value: sent.get(componentId) ?? '', message },
        ]),
      );
      setProblems(found);
      setSaving({ state: 'saved', time: answer.savedTime.slice(11, 16) });
      return found;
    } catch (error) {
      setSaving({ state: 'unsaved' });
      throw error;
    }
  }, [link]);

  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (!isOn || values === kept.current) return;
    const wait = tries === 0 ? QUIET_MS : AGAIN_MS;
    const timer = setTimeout(() => {
      save().then(
        () => setTries(0),
        // A refusal is final; a lost connection is retried.
        (error: unknown) => {
          if (!(error instanceof Refused)) setTries((before) => before + 1);
        },
      );
    }, wait);
    return () => clearTimeout(timer);
  }, [values, isOn, save, tries]);

  /** Saves at once, when a field is left. */
  const flush = useCallback(() => {
    if (isOn && newest.current !== kept.current) void save().catch(() => undefined);
  }, [isOn, save]);
  return { saving, problems, save, flush };
}
