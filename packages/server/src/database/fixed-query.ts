import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Db } from './schema.js';

/** Stands for a value of each execution while the query is compiled. */
class Placeholder {
  constructor(readonly index: number) {}
}

/** What a fixed query is built with, in place of a value. */
export type Value<T> = RawBuilder<T>;

type Given<Values extends readonly unknown[]> = { readonly [Index in keyof Values]: Value<Values[Index]> };

interface Fixed<Row> {
  readonly compiled: CompiledQuery<Row>;
  /** For each parameter the index of its value; -1 for a constant of the query. */
  readonly sources: readonly number[];
}

/**
 * A query with constant text: it is compiled at its first use, and from then on only its parameters change. For a query
 * of every request, building and compiling the text would take longer than everything else.
 * @param build gets an expression for each value of an execution, and must use each of them
 */
export function fixedQuery<Values extends readonly unknown[], Row>(
  build: (db: Db, ...given: Given<Values>) => Compilable<Row>,
): (db: Db, ...values: Values) => Promise<readonly Row[]> {
  let fixed: Fixed<Row> | undefined;
  return async (db, ...values) => {
    fixed ??= fix(build(db, ...placeholders(values)).compile(), values.length);
    const { compiled, sources } = fixed;
    const { query, queryId, sql: text } = compiled;
    const parameters = sources.map((source, index) =>
      source === -1 ? compiled.parameters[index] : values[source],
    );
    const { rows } = await db.executeQuery<Row>({ query, queryId, sql: text, parameters });
    return rows;
  };
}

function placeholders<Values extends readonly unknown[]>(values: Values): Given<Values>;
function placeholders(values: readonly unknown[]): readonly RawBuilder<unknown>[] {
  return values.map((_value, index) => sql`${new Placeholder(index)}`);
}

function fix<Row>(compiled: CompiledQuery<Row>, count: number): Fixed<Row> {
  const sources = compiled.parameters.map((parameter) =>
    parameter instanceof Placeholder ? parameter.index : -1,
  );
  for (let index = 0; index < count; index += 1) {
    if (!sources.includes(index)) throw new TypeError('a value of a fixed query is not among its parameters');
  }
  return { compiled, sources };
}
