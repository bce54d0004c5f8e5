import {
  keepTemplateDraft,
  type publishTemplate,
  readTemplateDraft,
} from '@cinnabar/api/operations/template-drafts.js';
import { useCallback, useRef, useState } from 'react';
import { Refused } from '../api/refused.js';
import type { DataOf } from '../api/wire.js';
import { useKeptDraft } from '../shared/draft/use-kept-draft.js';
import { type Design, readDesign, type TemplateId, writeDesign } from './design.js';
import { type OpenedDraft, useDesignerDoor } from './designer-door.js';
import { aligned } from './difference.js';
import { makeKey } from './make-key.js';

export type Published = DataOf<typeof publishTemplate>;

/** Somebody else has saved the draft, or published or discarded it: what is common, and what theirs is. */
export interface Conflict {
  readonly isGone: boolean;
  readonly base: Design;
  readonly theirs: Design;
  readonly opened: OpenedDraft;
}

/** A publication waits until the conflict that it has met is settled. */
class Conflicting extends Error {}

/** How a save was too late; null if that was not the reason. */
function lateness(error: unknown, templateId: TemplateId | null): 'changed' | 'gone' | null {
  if (!(error instanceof Refused)) return null;
  if (error.code === '404') return templateId === null ? null : 'gone';
  return error.reason === 'DRAFT_CHANGED' || error.reason === 'DRAFT_IN_USE' ? 'changed' : null;
}

interface Options {
  readonly opened: OpenedDraft;
  readonly design: Design;
  readonly first: Design;
  /** Whoever reads along saves nothing. */
  readonly isReader: boolean;
}

/** Saves the draft shortly after each change, and notices when somebody else has saved it. */
export function useKeptDesign({ opened, design, first, isReader }: Options) {
  const door = useDesignerDoor();
  const { draftId, templateId } = opened;
  /** The state of the template that the draft derives from. */
  const [updateTime, setUpdateTime] = useState(opened.updateTime);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const version = useRef(opened.draftVersion);
  /** The state that the service has. */
  const base = useRef(first);
  const keep = async (sent: Design) => {
    try {
      const answer = await door.call(keepTemplateDraft, {
        draftId,
        draftVersion: version.current,
        ...(templateId === null ? {} : { templateId }),
        ...(updateTime === null ? {} : { updateTime }),
        draft: writeDesign(sent, templateId),
      });
      if (version.current === 0 && templateId === null) door.settled({ draftId });
      version.current = answer.draftVersion;
      base.current = sent;
      return answer;
    } catch (error) {
      const late = lateness(error, templateId);
      if (late !== null) {
        // Without its draft the template itself is what others have left.
        const theirs = await door.call(readTemplateDraft, templateId === null ? { draftId } : { templateId });
        const read = aligned(readDesign(theirs.draft, makeKey), base.current);
        setConflict({ isGone: late === 'gone', base: base.current, theirs: read, opened: theirs });
      }
      throw error;
    }
  };
  const { saving, save, flush } = useKeptDraft({
    draft: design,
    stored: isReader || conflict !== null ? undefined : first,
    keep,
    savedTime: ({ time }) => time,
  });
  /** Goes on from another version of the draft. */
  const resume = useCallback((at: OpenedDraft, stored: Design) => {
    version.current = at.draftVersion;
    base.current = stored;
    setUpdateTime(at.updateTime);
    setConflict(null);
  }, []);
  /** The version to be published. */
  const saveForPublication = async () => {
    try {
      await save();
    } catch (error) {
      throw lateness(error, templateId) === null ? error : new Conflicting();
    }
    return version.current;
  };
  return { saving, flush, saveForPublication, conflict, resume, updateTime, setUpdateTime };
}
