import type { Kysely, Transaction } from 'kysely';
import type { FoundationTables } from './tables/foundation.js';

/** Every table. A part of the server declares its own in tables/<part>.ts and adds one line here. */
export interface Database extends FoundationTables {}

export type Db = Kysely<Database>;
export type Tx = Transaction<Database>;
