/**
 * Many writes as one statement: each is a common table expression (CTE). A commit that changes ten tables takes one
 * round trip instead of ten, and the text does not depend on the number of rows, so that the server plans it once.
 */
import { type Insertable, type RawBuilder, sql } from 'kysely';
import { aloneIn } from './preparing-dialect.js';
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

interface Execution<Name extends string> {
  /** What the gate reads: rows that it locks, or changes without which it stays closed. */
  readonly first?: readonly Write[];
  readonly checks?: Checks<Name>;
  /** The statement is the whole transaction. */
  readonly alone?: boolean;
}

/**
 * Executes the writes if the gate returns a row.
 * @param gateBody an `insert` or `update` of one row that returns `opened`, or `openGate`
 * @returns whether the gate did, and the results of the checks
 */
export async function executeGathered<Name extends string = never>(
  tx: Tx,
  gateBody: RawBuilder<unknown>,
  writes: readonly Write[],
  { first = [], checks, alone = false }: Execution<Name> = {},
): Promise<{ readonly passed: boolean; readonly holds: ReadonlySet<Name> }> {
  const all = sql.join([...first, { name: 'gate', body: gateBody }, ...writes].map(asExpression));
  const names: readonly Name[] = checks === undefined ? [] : namesOf(checks);
  const asked = names.flatMap((name) => (checks === undefined ? [] : [checks[name]]));
  const query = sql<{ passed: boolean; holds: readonly boolean[] }>`
    with ${all}
    select exists (select from ${gate}) as passed,
      array[${sql.join([sql<boolean>`false`, ...asked])}]::boolean[] as holds
  `.compile(tx);
  const { rows } = await tx.executeQuery(alone ? aloneIn(query) : query);
  const [row] = rows;
  return {
    passed: row?.passed === true,
    holds: new Set(names.filter((_name, index) => row?.holds[index + 1] === true)),
  };
}

function asExpression({ name, body }: Write): RawBuilder<unknown> {
  return sql`${sql.ref(name)} as (${body})`;
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
  const names = columns.map(quoted).join(', ');
  const values = columns.map((column) => givenValue(column, options)).join(', ');
  const body = sql`insert into ${sql.table(table)} (${sql.raw(names)})
    select ${sql.raw(values)} from ${gate}, ${recordset(table, rows)} ${options.onConflict ?? sql``}`;
  return [{ name: `inserted_${table}`, body }];
}

/**
 * Updates each row of an owner to its own values; no write if there are none. The columns of the owner are constants of
 * the statement: an estimate of the rows alone would let the server read the whole table.
 * @param owner values of the first columns of the primary key
 * @param key its last column
 */
export function updateRows<Table extends TableName>(
  table: Table,
  owner: Readonly<Record<string, unknown>>,
  key: string,
  rows: readonly object[],
  options: Options = {},
): readonly Write[] {
  const columns = columnsOf(rows);
  if (columns.length === 0) return [];
  const assignments = columns
    .filter((column) => column !== key)
    .map((column) => `${quoted(column)} = ${givenValue(column, options)}`)
    .join(', ');
  const owned = sql.join(
    Object.entries(owner).map(([column, value]) => sql`target.${sql.ref(column)} = ${value}`),
    sql` and `,
  );
  const body = sql`update ${sql.table(table)} as target set ${sql.raw(assignments)}
    from ${gate}, ${recordset(table, rows)}
    where ${owned} and target.${sql.ref(key)} = given.${sql.ref(key)}`;
  return [{ name: `updated_${table}`, body }];
}

function columnsOf(rows: readonly object[]): readonly string[] {
  return Object.keys(rows[0] ?? {});
}

/**
 * The columns of a table, which are named in the code and never by a request, become text at once: a reference for each
 * of them took two fifths of the time of building a commit.
 */
export function quoted(column: string): string {
  if (!/^[a-z_][a-z0-9_]*$/.test(column)) throw new TypeError(`not the name of a column: ${column}`);
  return `"${column}"`;
}

/** A recordset reads JSON text as a JSON string, which contains the value. */
function givenValue(column: string, { json = [] }: Options): string {
  const given = `given.${quoted(column)}`;
  return json.includes(column) ? `(${given} #>> '{}')::jsonb` : given;
}

/** The rows under the name `given`, with the types of the table's columns. */
function recordset(table: TableName, rows: readonly object[]): RawBuilder<unknown> {
  return sql`jsonb_populate_recordset(null::${sql.table(table)}, ${jsonOf(rows)}::jsonb) as given`;
}

/** Bytes in the notation of `bytea`; times as ISO 8601. Most rows have no bytes, and are not copied. */
function jsonOf(rows: readonly object[]): string {
  return JSON.stringify(rows.map((row) => (hasBytes(row) ? withBytesAsText(row) : row)));
}

function hasBytes(row: object): boolean {
  return Object.values(row).some((value) => value instanceof Uint8Array);
}

function withBytesAsText(row: object): object {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value,
    ]),
  );
}
