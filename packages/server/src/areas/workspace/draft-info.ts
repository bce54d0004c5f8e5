import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { draftInfo as operation } from '@cinnabar/api/operations/workspace.js';
import type { MemberContext } from '../../operation/context.js';
import { refuse } from '../../operation/refusal.js';
import { findDraft } from './draft-store.js';

export async function draftInfo(
  { db, corpId, actingMember: { userId } }: MemberContext,
  { draftKey }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const draft = await findDraft(db, { corpId, userId }, draftKey);
  if (draft === null) throw refuse('404');
  return { ...draft.content, draftKey, draftVersion: draft.version, updateTime: draft.updatedAt };
}
