import { createCorp, prepareCorp } from '@cinnabar/server/areas/enterprise/index.js';
import { Envelope } from '@cinnabar/server/custody/envelope.js';
import { type MasterKey, newMasterKey, openMasterKey } from '@cinnabar/server/custody/master-key.js';
import type { PasswordVerdict } from '@cinnabar/server/custody/password-lockout.js';
import { PASSWORD_COST, type PasswordCost } from '@cinnabar/server/custody/password-verifier.js';
import { RotatedKeys } from '@cinnabar/server/custody/rotated-keys.js';
import { type OpenDatabase, openDatabase } from '@cinnabar/server/database/connect.js';
import { createIdSource, type IdSource } from '@cinnabar/server/database/ids.js';
import type { Db } from '@cinnabar/server/database/schema.js';
import { SharedLookup } from '@cinnabar/server/database/shared-lookup.js';
import { transact } from '@cinnabar/server/database/transact.js';
import type { CorpId } from '@cinnabar/server/operation/context.js';
import { type FreshDatabase, freshDatabase } from './fresh-database.js';

export const noon = new Date('2026-03-01T12:00:00.000Z');
export const minutesAfterNoon = (minutes: number): Date => new Date(noon.getTime() + minutes * 60_000);

/** A separate database, and the services with which areas store their data. */
export interface OpenAreas {
  readonly database: OpenDatabase;
  readonly db: Db;
  readonly services: {
    readonly ids: IdSource;
    readonly envelope: Envelope;
    readonly masterKey: MasterKey;
    readonly rotatedKeys: RotatedKeys;
    readonly passwordCost: PasswordCost;
    readonly passwordChecks: SharedLookup<PasswordVerdict>;
  };
  /** An enterprise with these numbers of contracts and collections. */
  foundCorp(corpName: string, opening?: { contracts: number; collections: number }): Promise<CorpId>;
  close(): Promise<void>;
}

export async function openAreas(): Promise<OpenAreas> {
  const fresh: FreshDatabase = await freshDatabase();
  const database = openDatabase({ address: fresh.address, max: 12 });
  const masterKey = openMasterKey(newMasterKey());
  const clock = { now: () => noon };
  const envelope = new Envelope({ db: database.db, masterKey, clock });
  const rotatedKeys = await RotatedKeys.open({ db: database.db, masterKey, clock });
  const passwordChecks = new SharedLookup<PasswordVerdict>();
  const services = {
    ids: createIdSource(database),
    envelope,
    masterKey,
    rotatedKeys,
    passwordCost: PASSWORD_COST,
    passwordChecks,
  };
  return {
    database,
    db: database.db,
    services,
    async foundCorp(corpName, opening = { contracts: 0, collections: 0 }) {
      const corp = await prepareCorp(services, { corpName });
      await transact(database.db, (tx) => createCorp(tx, services, corp, opening, noon));
      return corp.corpId;
    },
    async close() {
      await database.close();
      await fresh.drop();
    },
  };
}
