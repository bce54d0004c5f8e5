import { sealEarlierFlows } from '../areas/flows/index.js';
import type { Clock } from '../clock.js';
import type { DataKeyGuarding } from '../custody/data-key-guard.js';
import { Envelope } from '../custody/envelope.js';
import type { MasterKey } from '../custody/master-key.js';
import type { OpenDatabase } from '../database/connect.js';

/**
 * The envelope encryption of the database. Encrypts everything of encrypted flows that earlier versions stored
 * unencrypted.
 * @throws CustodyError WRONG_MASTER_KEY, and those of a token that encrypts data keys
 */
export async function openEnvelope(
  { db, reserveDb }: OpenDatabase,
  { masterKey, guarding, clock }: { masterKey: MasterKey; guarding: DataKeyGuarding; clock: Clock },
): Promise<Envelope> {
  const envelope = new Envelope({ db, keysDb: reserveDb, masterKey, guarding, clock });
  await envelope.unlock();
  await sealEarlierFlows(db);
  return envelope;
}
