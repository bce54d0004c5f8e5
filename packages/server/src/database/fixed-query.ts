import type { Compilable, CompiledQuery } from 'kysely';
import type { Db } from './schema.js';

type Lists = readonly (readonly unknown[])[];

interface Fixed<Row> {
  readonly compiled: CompiledQuery<Row>;
  /** For each parameter the index of its list; -1 for a constant of the query. */
  readonly sources: readonly number[];
}

/**
 * A query whose text never changes, whatever its lists hold: it is built at its first use, and from then on only gets
 * other lists. For what every request asks, building the text takes longer than all the rest of asking.
 * @param build may do nothing with the lists but pass each of them on as a parameter
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

/** Lists are told apart by identity, so each has to come out of the compiler as it went in. */
function fix<Row>(compiled: CompiledQuery<Row>, lists: readonly unknown[]): Fixed<Row> {
  const sources = compiled.parameters.map((parameter) => lists.indexOf(parameter));
  if (lists.some((_list, index) => !sources.includes(index))) {
    throw new TypeError('a list of a fixed query is not among its parameters');
  }
  return { compiled, sources };
}
