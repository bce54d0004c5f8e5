import { sealEarlierFlows } from '../areas/flows/index.js';
import type { Clock } from '../clock.js';
import { Envelope } from '../custody/envelope.js';
import type { MasterKey } from '../custody/master-key.js';
import type { OpenDatabase } from '../database/connect.js';

/**
 * The envelope encryption of the database. Encrypts everything of encrypted flows that earlier versions stored
 * unencrypted.
 * @throws CustodyError WRONG_MASTER_KEY
 */
export async function openEnvelope(
  { db, reserveDb }: OpenDatabase,
  masterKey: MasterKey,
  clock: Clock,
): Promise<Envelope> {
  const envelope = new Envelope({ db, keysDb: reserveDb, masterKey, clock });
  await envelope.unlock();
  await sealEarlierFlows(db);
  return envelope;
}
