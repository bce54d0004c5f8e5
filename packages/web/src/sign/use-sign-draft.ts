import { keepSignDraft, signDraft } from '@cinnabar/api/pages/sign.js';
import { useEffect, useRef, useState } from 'react';
import { useKeptDraft } from '../shared/draft/use-kept-draft.js';
import { useLink } from '../shared/link/link-context.js';
import { readDraft, writeDraft } from './draft.js';
import type { Marks } from './marks.js';
import type { SignDesk } from './sign-desk-state.js';

/** Restores the saved marks, and saves them after each change. */
export function useSignDraft(
  { view, marks }: SignDesk,
  isKept: boolean,
  read: (marks: Marks) => void,
): { readonly keepNow: () => Promise<void> } {
  const link = useLink();
  const [stored, setStored] = useState<string>();
  const newest = useRef(view);
  newest.current = view;
  useEffect(() => {
    if (!isKept) return;
    let isGone = false;
    void link
      .call(signDraft, {})
      .then(({ draft }) => (draft === null ? [] : readDraft(draft, newest.current)))
      // Without the draft the signer places the marks again.
      .catch((): Marks => [])
      .then((found) => {
        if (isGone) return;
        setStored(writeDraft(newest.current, found));
        if (found.length > 0) read(found);
      });
    return () => {
      isGone = true;
    };
  }, [link, isKept, read]);

  const { flush } = useKeptDraft({
    draft: writeDraft(view, marks),
    stored,
    keep: (draft) => link.call(keepSignDraft, { draft }),
    savedTime: () => null,
  });
  return { keepNow: flush };
}
