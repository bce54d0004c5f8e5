/**
 * The code by which the first operator introduces themselves. Only whoever reads the log of the service knows it: an
 * open form would hand the service to the first passer-by.
 */
import { PLATFORM } from '../../custody/envelope.js';
import { sameSecret } from '../../custody/secrets.js';
import type { Db, Tx } from '../../database/schema.js';
import type { Context } from '../../operation/context.js';
import { refuse, refuseCode, refuseFor } from '../../operation/refusal.js';
import type { Services } from '../../operation/services.js';
import { hasOperators } from '../sessions/index.js';
import { newSetupCode, plainSetupCode, SETUP_TRIES } from './rules/setup-code.js';
import { countSetupTry, findSetupCode, hasCorps, offerSetupCode, uncountSetupTry } from './store.js';

const SEALING = 'setup code';

/** Whether the service belongs to nobody yet: it has neither operator nor enterprise. A sandbox has its demo people. */
export async function isSetupOpen(db: Db | Tx, { config }: Pick<Services, 'config'>): Promise<boolean> {
  return config.mode === 'production' && !(await hasOperators(db)) && !(await hasCorps(db));
}

/** The code that the log shows; null if the service belongs to somebody. */
export async function openSetup(
  db: Db,
  services: Pick<Services, 'config' | 'envelope' | 'clock'>,
): Promise<string | null> {
  if (!(await isSetupOpen(db, services))) return null;
  const { envelope, clock } = services;
  const fresh = await envelope.encrypt(PLATFORM, SEALING, Buffer.from(newSetupCode()));
  await offerSetupCode(db, fresh, clock.now());
  const stored = await findSetupCode(db);
  return stored === null ? null : open(services, stored.sealedCode);
}

async function open({ envelope }: Pick<Services, 'envelope'>, sealed: Uint8Array): Promise<string> {
  return Buffer.from(await envelope.decrypt(PLATFORM, SEALING, sealed)).toString('utf8');
}

/** @throws Refusal 404 once the service belongs to somebody; CODE_WRONG; CODE_ENDED without tries */
export async function requireSetupCode(
  { db, services }: Pick<Context, 'db' | 'services'>,
  given: string,
): Promise<void> {
  if (!(await isSetupOpen(db, services))) throw refuse('404');
  // Counted first, because concurrent attempts could not be limited otherwise.
  const counted = await countSetupTry(db);
  if (counted === null) {
    // Somebody else may have finished meanwhile, whose transaction ends the code.
    throw (await isSetupOpen(db, services)) ? endedCode() : refuse('404');
  }
  const code = await open(services, counted.sealedCode);
  if (sameSecret(plainSetupCode(given), plainSetupCode(code))) {
    await uncountSetupTry(db, counted.sealedCode);
    return;
  }
  const left = SETUP_TRIES - counted.tries;
  throw left > 0 ? refuseCode('CODE_WRONG', left) : endedCode();
}

function endedCode() {
  return refuseFor('CODE_ENDED', {
    zh: '请重启服务，日志中会有新的初始化码',
    en: 'restart the service, which prints a new one in its log',
  });
}
