import { deleteDraft, keepDraft } from '@cinnabar/api/operations/workspace.js';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { Refused } from '../../api/refused.js';
import type { Saving } from '../../shared/draft/saving.js';
import { useKeptDraft } from '../../shared/draft/use-kept-draft.js';
import { useConsole } from '../shell/console-context.js';
import { type Draft, emptyDraft } from './draft.js';
import { forgetCopy, keepCopy, keptCopy } from './draft-copy.js';
import { readDraft } from './read-draft.js';
import { type Known, reconciled } from './reconcile-draft.js';
import { savedAs } from './stored-draft.js';

/** Another window has saved, sent or discarded the draft that is open here. */
export interface Conflict {
  readonly kind: 'overtaken' | 'gone';
  readonly mine: Draft;
}

export interface DraftHandle {
  readonly draftKey: string;
  readonly draft: Draft;
  readonly saving: Saving;
  readonly conflict: Conflict | null;
  readonly change: (make: (before: Draft) => Draft) => void;
  /**
   * Waits until the service has the draft as it is here.
   * @throws Refused, Unanswered if it is not certain that no other window has changed or sent it
   */
  readonly settle: () => Promise<void>;
  /** The draft became a contract, with which the service has deleted it. */
  readonly finish: () => Promise<void>;
  /** Deletes the draft, here and at the service. */
  readonly discard: () => Promise<void>;
}

/** The last answer was lost: what is stored now is not what was read. */
const isStale = (error: unknown): boolean =>
  error instanceof Refused && (error.reason === 'DRAFT_CHANGED' || error.code === '404');

interface Options {
  readonly draftKey: string;
  readonly templateId: number | null;
  /** The draft of the service when the page was opened. */
  readonly known: Known | null;
}

/** A draft that is saved shortly after each change, and kept in the browser until it is. */
export function useDraft({ draftKey, templateId, known }: Options): DraftHandle {
  const { corpId, door } = useConsole();
  const queries = useQueryClient();
  const [first] = useState(() => reconciled(keptCopy(corpId, draftKey), known));
  const [draft, setDraft] = useState(first.kind === 'agreed' ? first.draft : first.mine);
  const [conflict, setConflict] = useState<Conflict | null>(first.kind === 'agreed' ? null : first);
  /** What the service has; compared by identity. */
  const [stored] = useState(() => known?.draft ?? emptyDraft);
  const version = useRef(first.version);
  const newest = useRef(draft);
  newest.current = draft;
  /** Sent, and not answered yet. */
  const sending = useRef<Draft | null>(null);
  const isOver = useRef(false);
  const copy = useCallback(
    (latest: Draft) =>
      keepCopy(corpId, draftKey, { version: version.current, draft: latest, sent: sending.current }),
    [corpId, draftKey],
  );

  const save = async (sent: Draft): Promise<string> => {
    const send = async (): Promise<string> => {
      sending.current = sent;
      copy(newest.current);
      const input = savedAs({ draftKey, templateId }, sent, version.current);
      const { draftVersion, updateTime } = await door.act(keepDraft, input, crypto.randomUUID());
      version.current = draftVersion;
      sending.current = null;
      if (isOver.current || newest.current === sent) forgetCopy(corpId, draftKey);
      else copy(newest.current);
      return updateTime;
    };
    try {
      return await send();
    } catch (error) {
      if (!isStale(error)) throw error;
      const found = reconciled(keptCopy(corpId, draftKey), await readDraft(door, draftKey));
      if (found.kind !== 'agreed') {
        setConflict(found);
        throw error;
      }
      version.current = found.version;
      return send();
    }
  };
  const keeping = useKeptDraft({
    draft,
    stored: conflict === null && !isOver.current ? stored : undefined,
    keep: save,
    savedTime: (time) => time,
  });
  const change = useCallback(
    (make: (before: Draft) => Draft) =>
      setDraft((before) => {
        const after = make(before);
        if (after !== before) copy(after);
        return after;
      }),
    [copy],
  );
  const settle = async () => {
    try {
      await keeping.save();
    } catch (error) {
      // Without room for one more draft, the contract can be sent all the same.
      if (error instanceof Refused && error.reason === 'DRAFT_LIMIT') return;
      throw error;
    }
  };
  const finish = async () => {
    isOver.current = true;
    forgetCopy(corpId, draftKey);
    queries.removeQueries({ queryKey: ['console', corpId, 'draft', draftKey] });
    await queries.invalidateQueries({ queryKey: ['console', corpId] });
  };
  const discard = async () => {
    isOver.current = true;
    await door.act(deleteDraft, { draftKey }, crypto.randomUUID()).catch(() => undefined);
    await finish();
  };
  return { draftKey, draft, saving: keeping.saving, conflict, change, settle, finish, discard };
}
