import { corpFates } from '@cinnabar/server/areas/closing/index.js';
import type { Db, Tx } from '@cinnabar/server/database/schema.js';
import { transact } from '@cinnabar/server/database/transact.js';
import { sql } from 'kysely';

/** A text by which every row that should have been removed is found, wherever it is. */
export const MARKER = 'marker-of-a-removed-enterprise';

/** An event would be delivered, and goes with the other events, a week after that. */
const LEFT_OUT = new Set(['outbox']);

interface Column {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
}

interface Constraint {
  readonly name: string;
  readonly definition: string;
}

/**
 * Plants a row of the enterprise with the marker in every table whose rows are deleted with it, and which has a column for
 * texts. A row that stands alone fits neither the references nor the closed sets of words, which hold again afterwards.
 * @returns the tables
 */
export async function plantMarkers(db: Db, corpId: number): Promise<readonly string[]> {
  const planted: string[] = [];
  for (const [table, fate] of Object.entries(corpFates)) {
    if (fate !== 'deleted' || LEFT_OUT.has(table)) continue;
    await transact(db, async (tx) => {
      const columns = await columnsOf(tx, table);
      const owner = columns.find(({ name }) => name === 'corp_id' || name === 'viewer_corp_id');
      // What the removal hands to the store of files has to be a hash.
      const marked = columns.find(({ name, type }) => markerOf(type) !== null && !name.includes('hash'));
      if (owner === undefined || marked === undefined) return;
      const constraints = await constraintsOf(tx, table);
      for (const { name } of constraints) {
        await sql`alter table ${sql.table(table)} drop constraint ${sql.id(name)}`.execute(tx);
      }
      await insertRow(tx, table, corpId, { columns, owner, marked });
      for (const { name, definition } of constraints) {
        const valid = definition.replace(/ NOT VALID$/, '');
        await sql`
          alter table ${sql.table(table)} add constraint ${sql.id(name)} ${sql.raw(valid)} not valid
        `.execute(tx);
      }
      planted.push(table);
    });
  }
  return planted;
}

async function columnsOf(tx: Tx, table: string): Promise<readonly Column[]> {
  const { rows } = await sql<Column>`
    select column_name as name, data_type as type, is_nullable = 'NO' and column_default is null and is_identity = 'NO' as "isRequired"
    from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'
    order by ordinal_position
  `.execute(tx);
  return rows;
}

/** References and conditions. */
async function constraintsOf(tx: Tx, table: string): Promise<readonly Constraint[]> {
  const { rows } = await sql<Constraint>`
    select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where conrelid = to_regclass(${table}) and contype in ('c', 'f')
  `.execute(tx);
  return rows;
}

async function insertRow(
  tx: Tx,
  table: string,
  corpId: number,
  { columns, owner, marked }: { columns: readonly Column[]; owner: Column; marked: Column },
): Promise<void> {
  const given = columns.filter((each) => each.isRequired || each === owner || each === marked);
  const values = given.map((each) => {
    if (each === owner) return sql`${corpId}`;
    return each === marked ? markerOf(each.type) : fillerOf(each.type);
  });
  await sql`
    insert into ${sql.table(table)} (${sql.join(given.map(({ name }) => sql.id(name)))})
    values (${sql.join(values)})
  `.execute(tx);
}

/** null: no text fits. */
function markerOf(type: string) {
  if (type === 'text') return sql`${MARKER}::text`;
  if (type === 'jsonb') return sql`${JSON.stringify({ marker: MARKER })}::jsonb`;
  return type === 'bytea' ? sql`${Buffer.from(MARKER)}::bytea` : null;
}

function fillerOf(type: string) {
  switch (type) {
    case 'boolean':
      return sql`false`;
    case 'timestamp with time zone':
      return sql`now()`;
    case 'date':
      return sql`current_date`;
    case 'jsonb':
      return sql`'{}'::jsonb`;
    case 'bytea':
      return sql`''::bytea`;
    case 'text':
      return sql`''`;
    case 'ARRAY':
      return sql`'{}'`;
    case 'uuid':
      return sql`gen_random_uuid()`;
    case 'smallint':
      return sql`1`;
    default:
      // Ids, numbers of versions and counts.
      return sql`987654321`;
  }
}
