import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { draftList as operation } from '@cinnabar/api/operations/workspace.js';
import { pageWindow } from '@cinnabar/api/schemas/paging.js';
import type { MemberContext } from '../../operation/context.js';
import { countDrafts, listDrafts } from './draft-store.js';
import { partyNamesOf } from './rules.js';

export async function draftList(
  { db, corpId, actingMember: { userId } }: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const author = { corpId, userId };
  const drafts = await listDrafts(db, author, pageWindow(input));
  const items = drafts.map(({ draftKey, version, updatedAt, content }) => ({
    draftKey,
    draftVersion: version,
    updateTime: updatedAt,
    step: content.step,
    templateId: content.templateId,
    flowTitle: content.flowTitle,
    partyNames: partyNamesOf(content),
  }));
  return { items, totalCount: await countDrafts(db, author) };
}
