import { type AuditedAct, commandOrigin, recordAct } from '@cinnabar/server/areas/audit/index.js';
import type { Tx } from '@cinnabar/server/database/schema.js';
import { transact } from '@cinnabar/server/database/transact.js';
import type { Platform } from './open-platform.js';

/** What the audit keeps of a command: nobody is known to have given it, unless an operator has proven to be there. */
export type CommandAct = Omit<AuditedAct, 'userId' | 'appId'> & {
  readonly userId?: AuditedAct['userId'];
  readonly appId?: string;
};

/**
 * Carries out the change of a command in a transaction, with its entry of the audit.
 * @param entry of the result; null if nothing was changed
 */
export function audited<T>(
  { database, services }: Pick<Platform, 'database' | 'services'>,
  work: (tx: Tx) => Promise<T>,
  entry: (result: T) => CommandAct | null,
): Promise<T> {
  return transact(database.db, async (tx) => {
    const result = await work(tx);
    const act = entry(result);
    if (act !== null) await recordCommand(tx, services, act);
    return result;
  });
}

/** The entry alone, for changes that make a transaction of their own. */
export async function recordCommand(
  tx: Parameters<typeof recordAct>[0],
  { clock }: Pick<Platform['services'], 'clock'>,
  {
    appId = null,
    userId = null,
    ...act
  }: CommandAct | (Omit<CommandAct, 'appId'> & { readonly appId?: null }),
): Promise<void> {
  await recordAct(tx, { ...act, appId, userId }, commandOrigin(clock.now()));
}
