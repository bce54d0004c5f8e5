import { countGuarded, moveDataKeys } from '@cinnabar/server/custody/guard-keys.js';
import { recordCommand } from './audited.js';
import type { Values } from './command.js';
import type { Platform } from './open-platform.js';
import { proveOperator } from './operator-proof.js';
import type { Outcome } from './with-platform.js';

/** `keys move wrapping`: puts every data key under the token's key that the settings want, or from under it. */
export async function moveWrapping(
  platform: Platform,
  values: Values,
  isConfirmed: boolean,
): Promise<Outcome> {
  const { config, database, services, keyStores } = platform;
  const { db } = database;
  const place = config.dataKeyPlace;
  const found = await countGuarded(db);
  const others = place === 'local' ? found.pkcs11 : found.local;
  if (!isConfirmed) {
    const advice =
      others === 0
        ? `all ${found[place]} data keys are wrapped as KEYS_WRAPPING=${place} wants`
        : `${others} data keys are to be wrapped for KEYS_WRAPPING=${place}: --confirm wrapping does it. First give every process the settings of the token, and start it again.`;
    return { json: { place, isDone: false, dataKeys: others }, text: advice };
  }
  const userId = await proveOperator(platform, values);
  const moved = await moveDataKeys(db, services.masterKey, keyStores.guarding);
  if (moved > 0) {
    const after = { keys: 'wrapping', place, count: String(moved) };
    await recordCommand(db, services, { corpId: null, userId, act: 'keys.move', after });
  }
  return {
    json: { place, isDone: true, dataKeys: moved },
    text: `${moved} data keys are wrapped for KEYS_WRAPPING=${place}. Backups from before are opened without the token; destroy them when you no longer need them.`,
  };
}
