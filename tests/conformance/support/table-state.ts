import type pg from 'pg';

/** Tables that a refused request may change, and why. Every other table, future ones too, is hashed whole. */
const leftOut: Readonly<Record<string, string>> = {
  access_tokens: 'tokens',
  rate_counters: 'counters of wrong credentials, codes and identities',
  idempotency_keys: 'kept answers, refusals among them',
};

/** Columns that count tries; the rest of their tables is hashed. */
const countingColumns: Readonly<Record<string, readonly string[]>> = {
  members: ['password_failures', 'password_locked_until'],
  sms_codes: ['failures', 'used_at'],
};

/** The hash of every table, by name. */
export type TableState = ReadonlyMap<string, string>;

/** Looks at all tables outside the schema of the job queue. */
export interface TableWatch {
  state(): Promise<TableState>;
}

export async function watchTables(pool: pg.Pool): Promise<TableWatch> {
  const { rows: columns } = await pool.query<{ table: string; column: string }>(`
    select c.table_name as table, c.column_name as column
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' order by 1, c.ordinal_position`);
  const tables = new Map<string, string[]>();
  for (const { table, column } of columns) {
    if (table in leftOut || countingColumns[table]?.includes(column)) continue;
    tables.set(table, [...(tables.get(table) ?? []), `"${column}"`]);
  }
  const hashes = [...tables].map(
    ([table, names]) => `
      select '${table}' as name,
        (select md5(coalesce(string_agg(row::text, '|' order by row::text), ''))
         from (select ${names.join(', ')} from "${table}") row) as hash`,
  );
  await pool.query(
    `create function conformance_state() returns table (name text, hash text) language sql as
     $$ ${hashes.join(' union all ')} $$`,
  );
  return {
    async state() {
      const { rows } = await pool.query<{ name: string; hash: string }>('select * from conformance_state()');
      return new Map(rows.map(({ name, hash }) => [name, hash]));
    },
  };
}

/** The tables whose rows differ. */
export function changedTables(before: TableState, after: TableState): readonly string[] {
  return [...after].flatMap(([name, hash]) => (before.get(name) === hash ? [] : [name]));
}
