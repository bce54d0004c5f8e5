import { keepPlaceDraft } from '@cinnabar/api/pages/place.js';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Refused } from '../api/refused.js';
import type { Saving } from '../shared/draft/saving.js';
import { timeOf } from '../shared/format/dates.js';
import { useLink } from '../shared/link/link-context.js';
import type { Placed } from './placed.js';

const QUIET_MS = 800;
const AGAIN_MS = 5_000;

/** Saves the draft shortly after the last change, and again after the connection is restored. */
export function usePlaceDraft(fields: readonly Placed[]): Saving {
  const link = useLink();
  const [saving, setSaving] = useState<Saving>({ state: 'idle' });
  const [tries, setTries] = useState(0);
  const kept = useRef(fields);
  const newest = useRef(fields);
  newest.current = fields;
  /** Requests run one after the other, so that the latest draft is stored last. */
  const queue = useRef(Promise.resolve());

  const send = useCallback(async () => {
    const sent = newest.current;
    if (sent === kept.current) return;
    setSaving({ state: 'saving' });
    try {
      const { savedTime } = await link.call(keepPlaceDraft, {
        draft: JSON.stringify(sent),
      });
      kept.current = sent;
      setTries(0);
      setSaving({ state: 'saved', time: timeOf(savedTime) });
    } catch (error) {
      setSaving({ state: 'unsaved' });
      // A refusal is final; a lost connection is retried.
      if (!(error instanceof Refused)) setTries((count) => count + 1);
    }
  }, [link]);
  const save = useCallback(() => {
    queue.current = queue.current.then(send);
  }, [send]);

  useEffect(() => {
    if (fields === kept.current) return;
    const timer = setTimeout(save, tries === 0 ? QUIET_MS : AGAIN_MS);
    return () => clearTimeout(timer);
  }, [fields, save, tries]);
  useEffect(() => {
    // A phone may never show this page again.
    const onHide = () => document.visibilityState === 'hidden' && save();
    document.addEventListener('visibilitychange', onHide);
    return () => document.removeEventListener('visibilitychange', onHide);
  }, [save]);
  return saving;
}
