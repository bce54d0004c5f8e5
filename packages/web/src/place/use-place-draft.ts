import type { KeptPlaceDraft } from '@cinnabar/api/pages/place.js';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Refused } from '../api/refused.js';
import type { Saving } from '../fill/use-draft.js';
import { useLink } from '../link/link-context.js';
import { timeOf } from '../sign/dates.js';
import type { Placed } from './placed.js';

const QUIET_MS = 800;
const AGAIN_MS = 5_000;

/** Keeps on the server what was placed, a moment after the last change, and again when the connection is back. */
export function usePlaceDraft(fields: readonly Placed[], isOn: boolean): Saving {
  const link = useLink();
  const [saving, setSaving] = useState<Saving>({ state: 'idle' });
  const [tries, setTries] = useState(0);
  const kept = useRef(fields);
  const save = useCallback(
    async (sent: readonly Placed[]) => {
      setSaving({ state: 'saving' });
      const { savedTime } = await link.ask<KeptPlaceDraft>('/pages/place/draft', {
        draft: JSON.stringify(sent),
      });
      kept.current = sent;
      setSaving({ state: 'saved', time: timeOf(savedTime) });
    },
    [link],
  );
  useEffect(() => {
    if (!isOn || fields === kept.current) return;
    const timer = setTimeout(
      () => {
        save(fields).then(
          () => setTries(0),
          (error: unknown) => {
            setSaving({ state: 'unsaved' });
            // A refusal stays one; a lost connection comes back.
            if (!(error instanceof Refused)) setTries((count) => count + 1);
          },
        );
      },
      tries === 0 ? QUIET_MS : AGAIN_MS,
    );
    return () => clearTimeout(timer);
  }, [fields, isOn, save, tries]);
  return saving;
}
