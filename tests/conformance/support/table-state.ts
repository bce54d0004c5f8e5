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

/** Columns that count tries; the contents of their other columns are hashed. */
const countingColumns: Readonly<Record<string, readonly string[]>> = {
  members: ['password_failures', 'password_locked_until'],
  person_passwords: ['failures', 'locked_until'],
  sms_codes: ['failures', 'used_at'],
};

/**
 * Every write makes another version of its row, one of the same values too, so that versions tell of more than
 * contents do, for a fraction of the time.
 */
const rowVersion = `ctid::text || ' ' || xmin::text`;

const contents = (columns: readonly string[]): string =>
  `row(${columns.map((column) => `"${column}"`).join(', ')})::text`;

/** The hash of every table, by name. */
export type TableState = ReadonlyMap<string, string>;

/** Looks at all tables outside the schema of the job queue. */
export interface TableWatch {
  state(): Promise<TableState>;
  end(): void;
}

export async function watchTables(pool: pg.Pool): Promise<TableWatch> {
  const { rows: columns } = await pool.query<{ table: string; column: string }>(`
    select c.table_name as table, c.column_name as column
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' order by 1, c.ordinal_position`);
  const tables = new Map<string, readonly string[]>();
  for (const { table, column } of columns) {
    if (table in leftOut) continue;
    const counting = countingColumns[table];
    const kept = tables.get(table) ?? [];
    tables.set(table, counting === undefined || counting.includes(column) ? kept : [...kept, column]);
  }
  const hashes = [...tables].map(
    ([table, columns]) => `
      select '${table}' as name, count(*) || ':' || coalesce(sum(hashtextextended(seen, 0)), 0) as hash
      from (select ${columns.length === 0 ? rowVersion : contents(columns)} as seen from "${table}") row`,
  );
  // Planning it takes longer than running it, so that it is planned once, on a connection of its own.
  const client = await pool.connect();
  const query = { name: 'conformance state', text: hashes.join(' union all ') };
  return {
    async state() {
      const { rows } = await client.query<{ name: string; hash: string }>(query);
      return new Map(rows.map(({ name, hash }) => [name, hash]));
    },
    end: () => client.release(),
  };
}

/** The tables whose rows differ. */
export function changedTables(before: TableState, after: TableState): readonly string[] {
  return [...after].flatMap(([name, hash]) => (before.get(name) === hash ? [] : [name]));
}
