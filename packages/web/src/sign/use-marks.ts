import { useCallback, useEffect, useRef, useState } from 'react';
import { useLink } from '../shared/link/link-context.js';
import { readDraft, writeDraft } from './draft.js';
import type { Marks, View } from './marks.js';

const REST_MS = 800;

interface KeptDraft {
  readonly draft: string | null;
}

/** What is placed, and kept on the server a moment after each change; `keepNow` before the page is left. */
export function useMarks(view: View, isKept: boolean) {
  const link = useLink();
  const [marks, setMarks] = useState<Marks>([]);
  const [isReady, setReady] = useState(!isKept);
  const kept = useRef('');
  const latest = useRef<Marks>(marks);
  latest.current = marks;
  const first = useRef(view);

  useEffect(() => {
    if (!isKept) return;
    let isGone = false;
    void link
      .ask<KeptDraft>('/pages/sign/draft')
      .then(({ draft }) => {
        if (isGone || draft === null) return;
        const found = readDraft(draft, first.current);
        kept.current = writeDraft(first.current, found);
        // What was placed while it was on its way is newer.
        setMarks((now) => (now.length > 0 ? now : found));
      })
      .catch(() => undefined)
      .finally(() => {
        if (!isGone) setReady(true);
      });
    return () => {
      isGone = true;
    };
  }, [link, isKept]);

  const keep = useCallback(
    async (now: Marks) => {
      const draft = writeDraft(first.current, now);
      if (!isKept || draft === kept.current || (kept.current === '' && now.length === 0)) return;
      kept.current = draft;
      // Nothing is lost that people would miss: what counts is what they sign.
      await link.ask('/pages/sign/keepDraft', { draft }).catch(() => undefined);
    },
    [link, isKept],
  );
  useEffect(() => {
    if (!isReady) return;
    const timer = setTimeout(() => void keep(marks), REST_MS);
    return () => clearTimeout(timer);
  }, [marks, isReady, keep]);

  // After the contract has changed, what is placed follows its areas and seals.
  useEffect(() => {
    if (first.current === view) return;
    first.current = view;
    setMarks((now) => readDraft(writeDraft(view, now), view));
  }, [view]);

  return { marks, setMarks, keepNow: () => keep(latest.current) };
}
