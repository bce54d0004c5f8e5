import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { deleteDraft as operation } from '@cinnabar/api/operations/workspace.js';
import type { MemberContext } from '../../operation/context.js';
import { removeDraft } from './draft-store.js';

export async function deleteDraft(
  { act, corpId, actingMember: { userId } }: MemberContext,
  { draftKey }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  return act(async (tx) => {
    await removeDraft(tx, { corpId, userId }, draftKey);
    return {};
  });
}
