// npm run demo -- --all: the courses that a contract can take, scene by scene, and the resulting accounts.
import { assemble } from './cast.mjs';
import { showAccounts } from './scenes/accounts.mjs';
import { playAutomaticSeal } from './scenes/automatic-seal.mjs';
import { playExport } from './scenes/export.mjs';
import { playNewcomers } from './scenes/newcomers.mjs';
import { playRefused } from './scenes/refused.mjs';
import { playReversePaid } from './scenes/reverse-paid.mjs';
import { playRevoked } from './scenes/revoked.mjs';
import { playSale } from './scenes/sale.mjs';

const scenes = [playSale, playReversePaid, playRevoked, playAutomaticSeal, playRefused, playNewcomers];

/** Each run starts contracts of its own, so it can be repeated any number of times. */
export async function playAll(service) {
  const cast = await assemble(service);
  const flowIds = [];
  for (const play of scenes) flowIds.push(await play(cast));
  await playExport(cast, flowIds);
  await showAccounts(cast, flowIds);
}
