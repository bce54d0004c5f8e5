import { SignStatus } from '@cinnabar/api/enums.js';
import { useEffect, useRef, useState } from 'react';
import { dayInWords, timeOf } from '../shared/format/dates.js';
import { useLanguage, useTexts } from '../shared/text/language.js';
import type { View } from './marks.js';
import { signTexts } from './sign-texts.js';

export interface Change {
  /** `text`: what is signed has changed; `news`: anything else. */
  readonly kind: 'text' | 'news';
  readonly words: readonly string[];
}

/** Changes since the page was opened, until the signer dismisses them. */
export function useChanges(view: View) {
  const t = useTexts(signTexts);
  const { language } = useLanguage();
  const before = useRef(view);
  const [change, setChange] = useState<Change | null>(null);
  useEffect(() => {
    const old = before.current;
    if (old === view) return;
    before.current = view;
    const words: string[] = [];
    for (const party of view.parties) {
      const was = old.parties.find(({ participantId }) => participantId === party.participantId);
      if (was === undefined || party.isMe || was.signStatus === party.signStatus) continue;
      if (party.signStatus === SignStatus.signed && party.signTime !== null) {
        words.push(t.otherSigned(party.name, timeOf(party.signTime)));
      }
    }
    const isOtherText = old.shown !== view.shown;
    if (isOtherText) words.push(...changedFiles(old, view).map(t.fileChanged));
    else if (words.length > 0) words.push(t.textUnchanged);
    if (view.attachments.length > old.attachments.length) words.push(t.attachmentAdded);
    if (view.deadline !== null && view.deadline !== old.deadline) {
      words.push(t.deadlineChanged(dayInWords(view.deadline, language)));
    }
    if (isOtherText || words.length > 0) setChange({ kind: isOtherText ? 'text' : 'news', words });
  }, [view, t, language]);
  return { change, seen: () => setChange(null) };
}

function changedFiles(old: View, view: View): readonly string[] {
  return view.files
    .filter(({ fileId, version }) => old.files.find((file) => file.fileId === fileId)?.version !== version)
    .map(({ fileName }) => fileName);
}
