import { draftInfo, draftList } from '@cinnabar/api/operations/workspace.js';
import { Refused } from '../../api/refused.js';
import type { Door } from '../shell/door.js';
import type { Known } from './reconcile-draft.js';
import { draftOf } from './stored-draft.js';

/**
 * The draft of the service; null if there is none.
 * @throws Refused, Unanswered
 */
export async function readDraft(door: Door, draftKey: string): Promise<Known | null> {
  try {
    const stored = await door.ask(draftInfo, { draftKey });
    return { version: stored.draftVersion, draft: draftOf(stored) };
  } catch (error) {
    if (error instanceof Refused && error.code === '404') return null;
    throw error;
  }
}

/** The most drafts that a person can have. */
const ALL = 100;

/**
 * The same of a draft whose first save this browser may have been prevented from finishing.
 * @throws Refused, Unanswered
 */
export async function readDoubtfulDraft(door: Door, draftKey: string): Promise<Known | null> {
  const { items } = await door.list(draftList, { listPageNo: 1, listPageSize: ALL });
  return items.some((draft) => draft.draftKey === draftKey) ? readDraft(door, draftKey) : null;
}
