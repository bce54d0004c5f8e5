import type { Kysely, Transaction } from 'kysely';
import type { FoundationTables } from './tables/foundation.js';
import type { StorageTables } from './tables/storage.js';
import type { TrustTables } from './tables/trust.js';

/** Every table. A part of the server declares its own in tables/<part>.ts and adds one line here. */
export interface Database extends FoundationTables, TrustTables, StorageTables {}

export type Db = Kysely<Database>;
export type Tx = Transaction<Database>;
