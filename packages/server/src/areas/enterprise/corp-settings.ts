import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type {
  setSettings as setSettingsOperation,
  settings as settingsOperation,
} from '@cinnabar/api/operations/enterprise.js';
import type { CorpSettings, CorpSettingsChange } from '@cinnabar/api/schemas/enterprise.js';
import type { Tx } from '../../database/schema.js';
import type { CorpId, MemberContext } from '../../operation/context.js';
import { refuse } from '../../operation/refusal.js';
import { lockCorp } from './identification.js';
import { ownCorp } from './own-corp.js';
import { changedSettings, settingsOf } from './settings.js';
import { saveSettings } from './store.js';

/** @returns all settings after the change, or null if there is no such enterprise */
export async function changeSettings(
  tx: Tx,
  corpId: CorpId,
  change: CorpSettingsChange,
): Promise<CorpSettings | null> {
  const corp = await lockCorp(tx, corpId);
  if (corp === null) return null;
  const after = changedSettings(settingsOf(corp), change);
  await saveSettings(tx, corpId, after);
  return after;
}

export async function settings(ctx: MemberContext): Promise<OutputOf<typeof settingsOperation>> {
  return settingsOf(await ownCorp(ctx));
}

export function setSettings(
  ctx: MemberContext,
  change: InputOf<typeof setSettingsOperation>,
): Promise<OutputOf<typeof setSettingsOperation>> {
  return ctx.act(async (tx) => {
    const after = await changeSettings(tx, ctx.corpId, change);
    // A token's enterprise always exists.
    if (after === null) throw refuse('404');
    return after;
  });
}
