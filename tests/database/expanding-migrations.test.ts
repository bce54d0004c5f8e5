/** During an upgrade two versions share one schema, so migrations only expand it, or say since when nothing uses it. */
import { type OpenDatabase, openDatabase } from '@cinnabar/server/database/connect.js';
import { migrateDatabase } from '@cinnabar/server/database/migrate.js';
import { migrations } from '@cinnabar/server/database/migrations/index.js';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.js';
import { readCatalog, restrictions } from './schema-restrictions.js';

/** The rule applies to later ones. */
const LAST_WITHOUT_RULE = '0075-ledger-packages';

/**
 * Restrictions that earlier programs do not notice, such as a check replaced by a wider one, each as the test names it.
 */
const HARMLESS: ReadonlyMap<string, readonly string[]> = new Map([
  // They refuse nothing, and list for the search index what earlier programs write, too.
  [
    '0085-flow-search',
    [
      'trigger flow_inbox.flow_inbox_search_added is new',
      'trigger flow_inbox.flow_inbox_search_changed is new',
    ],
  ],
  // It stores a further column, which earlier programs do not read.
  ['0105-search-by-mobile', ['function list_for_search() has changed']],
  // They permit a further purpose, which earlier programs do not ask for.
  [
    '0108-face-proofs',
    [
      "constraint face_orders.face_orders_own_check is new: CHECK (((corp_id IS NULL) = (purpose = ANY (ARRAY['ownMobile'::text, 'ownName'::text, 'ownReturn'::text, 'ownProof'::text]))))",
      "constraint face_orders.face_orders_purpose_check is new: CHECK ((purpose = ANY (ARRAY['person'::text, 'legal'::text, 'signContract'::text, 'approvalSign'::text, 'receiveCorp'::text, 'registerCorp'::text, 'ownMobile'::text, 'ownName'::text, 'ownReturn'::text, 'ownProof'::text])))",
    ],
  ],
  // It refuses nothing, and lists for the chain what earlier programs write, too.
  ['0145-audit-chain', ['trigger audit_entries.audit_entries_unchained is new']],
  // They permit what only the erasure of a person does.
  [
    '0162-erasure',
    ['consents', 'auto_sign_consents', 'mobile_changes', 'identity_corrections'].map(
      (table) => `trigger ${table}.${table}_append_only has changed`,
    ),
  ],
  // They permit what only the removal of an enterprise does.
  [
    '0181-removed-enterprises',
    ['auto_sign_consents', 'flow_event_texts', 'flow_events', 'flow_revisions', 'seal_uses'].map(
      (table) => `trigger ${table}.${table}_append_only has changed`,
    ),
  ],
  // They permit a further algorithm, whose keys and certificates earlier programs do not use.
  [
    '0200-sm2-keys',
    ['certificates', 'signing_keys'].map(
      (table) =>
        `constraint ${table}.${table}_algorithm_check is new: CHECK ((algorithm = ANY (ARRAY['P-256'::text, 'RSA-2048'::text, 'RSA-3072'::text, 'SM2'::text])))`,
    ),
  ],
  // It permits a further purpose, whose certificates earlier programs do not use.
  [
    '0205-electronic-seals',
    [
      "constraint certificates.certificates_purpose_check is new: CHECK ((purpose = ANY (ARRAY['root'::text, 'issuing'::text, 'enterprise'::text, 'timestamp'::text, 'ocsp'::text, 'evidence'::text, 'seal-maker'::text])))",
    ],
  ],
]);

let empty: FreshDatabase;
let database: OpenDatabase;
let client: pg.PoolClient;

beforeAll(async () => {
  empty = await freshDatabase({ migrated: false });
  database = openDatabase({ address: empty.address, max: 2 });
  client = await database.pool.connect();
});
afterAll(async () => {
  client.release();
  await database.close();
  await empty.drop();
});

test('a migration takes nothing from the previous version, or says since when nothing uses it', async () => {
  const first = migrations.findIndex(({ name }) => name === LAST_WITHOUT_RULE) + 1;
  expect(first).toBeGreaterThan(0);
  await migrateDatabase(database, migrations.slice(0, first));
  for (let count = first + 1; count <= migrations.length; count += 1) {
    const before = await readCatalog(client);
    const [name = ''] = await migrateDatabase(database, migrations.slice(0, count));
    if (migrations[count - 1]?.migration.unusedSince !== undefined) continue;
    const found = restrictions(before, await readCatalog(client));
    // The catalog has no order.
    const harmless = HARMLESS.get(name) ?? [];
    expect({ name, restrictions: found.toSorted() }).toEqual({ name, restrictions: harmless.toSorted() });
  }
});

describe('the rule for migrations', () => {
  const given = `
    create table a (id integer primary key, name text, kind text not null default 'x', size integer not null);
    create function f() returns trigger language plpgsql as 'begin return new; end'`;

  beforeEach(() => client.query(`begin; create schema ruled; set local search_path = ruled; ${given}`));
  afterEach(() => client.query('rollback'));

  async function judged(statement: string): Promise<readonly string[]> {
    const before = await readCatalog(client);
    await client.query(statement);
    return restrictions(before, await readCatalog(client));
  }

  test.each([
    'alter table a add column note text',
    'alter table a add column state integer not null default 0 check (state in (0, 1))',
    'create table b (id integer primary key, a_id integer not null references a, unique (a_id))',
    'create index on a (name)',
    'alter table a alter column size drop not null',
    'create function g() returns integer language sql return 1',
  ])('permits %s', async (statement) => {
    expect(await judged(statement)).toEqual([]);
  });

  test.each([
    ['drop table a', 'column a.id is gone'],
    ['alter table a drop column name', 'column a.name is gone'],
    ['alter table a rename column name to title', 'column a.name is gone'],
    ['alter table a alter column size type bigint', 'column a.size has become bigint'],
    ['alter table a alter column name set not null', 'column a.name has become required'],
    ['alter table a alter column kind drop default', 'column a.kind has lost its default'],
    ['alter table a add column state integer not null', 'column a.state is new and required'],
    ['alter table a add constraint c check (size > 0)', 'constraint a.c is new: CHECK ((size > 0))'],
    [
      'create unique index u on a (name)',
      'unique index a.u is new: CREATE UNIQUE INDEX u ON ruled.a USING btree (name)',
    ],
    ['create trigger t before insert on a for each row execute function f()', 'trigger a.t is new'],
    ['drop function f', 'function f() is gone'],
  ])('names what is restricted by %s', async (statement, restriction) => {
    expect(await judged(statement)).toContain(restriction);
  });
});
