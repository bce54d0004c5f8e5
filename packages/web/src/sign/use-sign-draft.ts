import { keepSignDraft, signDraft } from '@cinnabar/api/pages/sign.js';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLink } from '../shared/link/link-context.js';
import { readDraft, writeDraft } from './draft.js';
import type { Marks } from './marks.js';
import type { SignDesk } from './sign-desk-state.js';

const REST_MS = 800;

/** Restores the saved marks, and saves them shortly after each change. */
export function useSignDraft(
  { view, marks }: SignDesk,
  isKept: boolean,
  read: (marks: Marks) => void,
): { readonly keepNow: () => Promise<void> } {
  const link = useLink();
  const [isReady, setReady] = useState(!isKept);
  const kept = useRef('');
  const newest = useRef({ view, marks });
  newest.current = { view, marks };

  useEffect(() => {
    if (!isKept) return;
    let isGone = false;
    void link
      .call(signDraft, {})
      .then(({ draft }) => {
        if (isGone || draft === null) return;
        const now = newest.current.view;
        const found = readDraft(draft, now);
        kept.current = writeDraft(now, found);
        read(found);
      })
      .catch(() => undefined)
      .finally(() => {
        if (!isGone) setReady(true);
      });
    return () => {
      isGone = true;
    };
  }, [link, isKept, read]);

  const keep = useCallback(
    async (now: Marks) => {
      const draft = writeDraft(newest.current.view, now);
      if (!isKept || draft === kept.current || (kept.current === '' && now.length === 0)) return;
      kept.current = draft;
      // A failed save is acceptable: only the request to sign counts.
      await link.call(keepSignDraft, { draft }).catch(() => undefined);
    },
    [link, isKept],
  );
  useEffect(() => {
    if (!isReady) return;
    const timer = setTimeout(() => void keep(marks), REST_MS);
    return () => clearTimeout(timer);
  }, [marks, isReady, keep]);
  return { keepNow: () => keep(newest.current.marks) };
}
