import type { Compilable, CompiledQuery } from 'kysely';
import type { Db } from './schema.js';

type Lists = readonly (readonly unknown[])[];

interface Fixed<Row> {
  readonly compiled: CompiledQuery<Row>;
  /** For each parameter the index of its list; -1 for a constant of the query. */
  readonly sources: readonly number[];
}

/**
 * A query with constant text, whatever its lists contain: it is compiled at its first use, and from then on only its
 * parameters change. For a query of every request, compiling the text would take longer than everything else.
 * @param build may only pass each list on as a parameter
 */
export function fixedQuery<Values extends Lists, Row>(
  build: (db: Db, ...lists: Values) => Compilable<Row>,
): (db: Db, ...lists: Values) => Promise<readonly Row[]> {
  let fixed: Fixed<Row> | undefined;
  return async (db, ...lists) => {
    fixed ??= fix(build(db, ...lists).compile(), lists);
    const { compiled, sources } = fixed;
    const { query, queryId, sql } = compiled;
    const parameters = sources.map((source, index) =>
      source === -1 ? compiled.parameters[index] : lists[source],
    );
    const { rows } = await db.executeQuery<Row>({ query, queryId, sql, parameters });
    return rows;
  };
}

/** Lists are identified by reference, so the compiler must return each unchanged. */
function fix<Row>(compiled: CompiledQuery<Row>, lists: readonly unknown[]): Fixed<Row> {
  const sources = compiled.parameters.map((parameter) => lists.indexOf(parameter));
  if (lists.some((_list, index) => !sources.includes(index))) {
    throw new TypeError('a list of a fixed query is not among its parameters');
  }
  return { compiled, sources };
}
