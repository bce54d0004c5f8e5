/**
 * Many writes as one statement: each is a common table expression (CTE). A commit that changes ten tables takes one
 * round trip instead of ten, and the text does not depend on the number of rows, so that the server plans it once.
 */
import { type Insertable, type RawBuilder, sql } from 'kysely';
import type { Database, Tx } from './schema.js';

type TableName = keyof Database & string;

/** One write of a gathered statement. */
export interface Write {
  /** Name of its CTE, unique within the statement. */
  readonly name: string;
  readonly body: RawBuilder<unknown>;
}

/**
 * Name of the CTE that guards the statement. Every other write reads from it, so that it comes first, takes the row lock
 * and, if it finds nothing, leaves nothing for the others to do.
 */
export const gate = sql.ref('gate');

/** Conditions that are evaluated in the same statement, by name. */
export type Checks<Name extends string> = Readonly<Record<Name, RawBuilder<boolean>>>;

/**
 * Executes the writes if the gate returns a row.
 * @param gateBody an `insert` or `update` of one row that returns `opened`, or `openGate`
 * @returns whether the gate did, and the results of the checks
 */
export async function executeGathered<Name extends string = never>(
  tx: Tx,
  gateBody: RawBuilder<unknown>,
  writes: readonly Write[],
  checks?: Checks<Name>,
): Promise<{ readonly passed: boolean; readonly holds: ReadonlySet<Name> }> {
  const parts = writes.map(({ name, body }) => sql`${sql.ref(name)} as (${body})`);
  const all = sql.join([sql`${gate} as (${gateBody})`, ...parts]);
  const names: readonly Name[] = checks === undefined ? [] : namesOf(checks);
  const asked = names.flatMap((name) => (checks === undefined ? [] : [checks[name]]));
  const { rows } = await sql<{ passed: boolean; holds: readonly boolean[] }>`
    with ${all}
    select exists (select from ${gate}) as passed,
      array[${sql.join([sql<boolean>`false`, ...asked])}]::boolean[] as holds
  `.execute(tx);
  const [row] = rows;
  return {
    passed: row?.passed === true,
    holds: new Set(names.filter((_name, index) => row?.holds[index + 1] === true)),
  };
}

function namesOf<Name extends string>(checks: Checks<Name>): readonly Name[] {
  const names: Name[] = [];
  for (const name in checks) names.push(name);
  return names;
}

/** What a gate returns: a name that no table has. */
export const opened = sql<number>`1`.as('opened');

/** A gate that is always open. */
export const openGate = sql`select 1 as opened`;

interface Options {
  /** Columns of type jsonb, whose values are JSON text. */
  readonly json?: readonly string[];
}

/** Inserts rows that have the same columns; no write if there are none. */
export function insertRows<Table extends TableName>(
  table: Table,
  rows: readonly Insertable<Database[Table]>[],
  options: Options & { readonly onConflict?: RawBuilder<unknown> } = {},
): readonly Write[] {
  const columns = columnsOf(rows);
  if (columns.length === 0) return [];
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const values = sql.join(columns.map((column) => givenValue(column, options)));
  const body = sql`insert into ${sql.table(table)} (${names})
    select ${values} from ${gate}, ${recordset(table, rows)} ${options.onConflict ?? sql``}`;
  return [{ name: `inserted_${table}`, body }];
}

/** Updates the rows with these keys to these values; no write if there are none. */
export function updateRows<Table extends TableName>(
  table: Table,
  keys: readonly string[],
  rows: readonly object[],
  options: Options = {},
): readonly Write[] {
  const columns = columnsOf(rows);
  if (columns.length === 0) return [];
  const changed = columns.filter((column) => !keys.includes(column));
  const assignments = sql.join(
    changed.map((column) => sql`${sql.ref(column)} = ${givenValue(column, options)}`),
  );
  const matches = sql.join(
    keys.map((key) => sql`target.${sql.ref(key)} = given.${sql.ref(key)}`),
    sql` and `,
  );
  const body = sql`update ${sql.table(table)} as target set ${assignments}
    from ${gate}, ${recordset(table, rows)} where ${matches}`;
  return [{ name: `updated_${table}`, body }];
}

function columnsOf(rows: readonly object[]): readonly string[] {
  return Object.keys(rows[0] ?? {});
}

/** A recordset reads JSON text as a JSON string, which contains the value. */
function givenValue(column: string, { json = [] }: Options): RawBuilder<unknown> {
  const given = sql`given.${sql.ref(column)}`;
  return json.includes(column) ? sql`(${given} #>> '{}')::jsonb` : given;
}

/** The rows under the name `given`, with the types of the table's columns. */
function recordset(table: TableName, rows: readonly object[]): RawBuilder<unknown> {
  return sql`jsonb_populate_recordset(null::${sql.table(table)}, ${jsonOf(rows)}::jsonb) as given`;
}

/** Bytes in the notation of `bytea`; times as ISO 8601. */
function jsonOf(rows: readonly object[]): string {
  return JSON.stringify(
    rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([column, value]) => [
          column,
          value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value,
        ]),
      ),
    ),
  );
}
