import { sealEarlierFlows } from '../areas/flows/index.js';
import type { Clock } from '../clock.js';
import { Envelope } from '../custody/envelope.js';
import type { MasterKey } from '../custody/master-key.js';
import type { OpenDatabase } from '../database/connect.js';

/**
 * The envelope of the database, with all that earlier versions stored readable of encrypted flows sealed by it.
 * @throws TrustError WRONG_MASTER_KEY
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
