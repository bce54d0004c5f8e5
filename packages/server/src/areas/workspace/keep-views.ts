import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { keepViews as operation } from '@cinnabar/api/operations/workspace.js';
import type { MemberContext } from '../../operation/context.js';
import { invalidField } from '../../operation/refusal.js';
import { repeatedName } from './rules.js';
import { saveViews, sealViews } from './view-store.js';

export async function keepViews(
  { act, db, corpId, actingMember: { userId } }: MemberContext,
  { views }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const repeated = repeatedName(views.map(({ viewName }) => viewName));
  if (repeated >= 0) {
    throw invalidField(`views[${repeated}].viewName`, { zh: '名称重复', en: 'is used twice' });
  }
  const kept = views.map(({ viewName, query }) => ({ viewName: viewName.trim(), query }));
  const sealed = await sealViews(db, { corpId, userId }, kept);
  return act(async (tx) => {
    await saveViews(tx, { corpId, userId }, sealed);
    return kept;
  });
}
