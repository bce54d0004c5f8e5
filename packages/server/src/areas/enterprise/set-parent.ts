import type { Tx } from '../../database/schema.js';
import type { CorpId } from '../../operation/context.js';
import { lineOf, lockParents, saveParent } from './store.js';

export type ParentVerdict = 'set' | 'unknown' | 'unknownParent' | 'circle';

/**
 * Makes an enterprise a child of another, whose members with the right then see its lists, or removes it from its
 * parent.
 */
export async function setParent(tx: Tx, corpId: CorpId, parentId: CorpId | null): Promise<ParentVerdict> {
  await lockParents(tx);
  if ((await lineOf(tx, corpId)).length === 0) return 'unknown';
  if (parentId !== null) {
    const line = await lineOf(tx, parentId);
    if (line.length === 0) return 'unknownParent';
    if (line.includes(corpId)) return 'circle';
  }
  await saveParent(tx, corpId, parentId);
  return 'set';
}
