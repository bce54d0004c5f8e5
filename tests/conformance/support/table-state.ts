import type pg from 'pg';

/** Tables that a refused request may change, and why. Every other table, future ones too, is watched. */
const leftOut: Readonly<Record<string, string>> = {
  access_tokens: 'tokens',
  rate_counters: 'counters of wrong credentials, codes and identities',
  idempotency_keys: 'kept answers, refusals among them',
  revocation_lists: 'published by a sweep every ten minutes',
  evidence_roots: 'added once a day by a sweep every quarter of an hour',
  evidence_leaves: 'the same',
  ...Object.fromEntries(
    ['backfill', 'pending', 'segments', 'flows', 'postings'].map((name) => [
      `flow_search_${name}`,
      'listed by triggers of flow_inbox, which is watched, and gathered by a sweep every minute',
    ]),
  ),
  audit_entries:
    'exports, and contracts seen by right, which succeed; tests/journeys/audit.test.ts covers refusals',
  audit_personal_data: 'the same',
  seal_uses: 'tries with a seal that cannot be used, which are refused; tests/journeys/seal-uses.test.ts',
  ...Object.fromEntries(
    ['unchained', 'links', 'chains'].map((name) => [
      `audit_${name}`,
      'written for those entries by a trigger, and by a job every minute',
    ]),
  ),
  check_codes: 'hashes of codes, kept when a print copy is read out: the same for ever',
};

/** Columns that count tries; of an update only the other columns are watched. */
const countingColumns: Readonly<Record<string, readonly string[]>> = {
  members: ['password_failures', 'password_locked_until'],
  person_passwords: ['failures', 'locked_until'],
  sms_codes: ['failures', 'used_at'],
};

/** How many rows of each table have been written, by name; of tables that are written at all. */
export type TableState = ReadonlyMap<string, string>;

/** Looks at all tables outside the schema of the job queue. */
export interface TableWatch {
  state(): Promise<TableState>;
  end(): void;
}

/**
 * Triggers note every row that is inserted, updated or deleted, one that keeps its values too: reading all tables before
 * and after each request would take longer than the requests.
 */
const NOTES = `
  create schema watched;
  create table watched.writes (name text not null);
  create function watched.note() returns trigger language plpgsql as $$
  begin
    insert into watched.writes values (tg_table_name);
    return null;
  end $$;`;

function triggersOf(table: string, columns: readonly string[]): string {
  const counting = countingColumns[table];
  const note = 'execute function watched.note()';
  const row = (version: string): string =>
    `row(${columns.map((column) => `${version}."${column}"`).join(', ')})`;
  const updated =
    counting === undefined
      ? `create trigger watched_update after update on "${table}" for each row ${note};`
      : `create trigger watched_update after update on "${table}" for each row
           when (${row('old')} is distinct from ${row('new')}) ${note};`;
  return `${updated}
    create trigger watched_rows after insert or delete on "${table}" for each row ${note};
    create trigger watched_all after truncate on "${table}" for each statement ${note};`;
}

export async function watchTables(pool: pg.Pool): Promise<TableWatch> {
  const { rows: columns } = await pool.query<{ table: string; column: string }>(`
    select c.table_name as table, c.column_name as column
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' order by 1, c.ordinal_position`);
  const tables = new Map<string, readonly string[]>();
  for (const { table, column } of columns) {
    if (table in leftOut) continue;
    const kept = tables.get(table) ?? [];
    tables.set(table, countingColumns[table]?.includes(column) === true ? kept : [...kept, column]);
  }
  await pool.query(NOTES + [...tables].map(([table, kept]) => triggersOf(table, kept)).join('\n'));
  const client = await pool.connect();
  return {
    async state() {
      const { rows } = await client.query<{ name: string; count: string }>(
        'select name, count(*) as count from watched.writes group by name',
      );
      return new Map(rows.map(({ name, count }) => [name, count]));
    },
    end: () => client.release(),
  };
}

/** The tables of which rows were written. */
export function changedTables(before: TableState, after: TableState): readonly string[] {
  return [...after].flatMap(([name, count]) => (before.get(name) === count ? [] : [name]));
}
