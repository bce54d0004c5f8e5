import pg from 'pg';

export interface StatementCount {
  /** Except BEGIN, COMMIT and ROLLBACK. */
  readonly statements: number;
  /** BEGIN, COMMIT and ROLLBACK. */
  readonly control: number;
  /** Transactions that took a transaction id. */
  readonly writing: number;
}

const ENDS = /^\s*(commit|rollback)\b/i;
const CONTROL = /^\s*(begin|start transaction|commit|rollback)\b/i;
const MAY_WRITE = /\b(insert into|update|delete from|add_jobs?)\b/i;
/** Read again after some time, so how often depends on the machine: known tokens, and the clock of the sandbox. */
const TIMED = /"access_tokens"|from "settings"/;

interface Queries {
  query(...given: unknown[]): unknown;
}

/**
 * Counts what all connections of this process send while `work` runs, whatever the database does besides. Nothing may
 * run in the background.
 */
export async function countedStatements(work: () => Promise<void>): Promise<StatementCount> {
  const clients: Queries = pg.Client.prototype;
  const send = clients.query;
  const open = new WeakSet<object>();
  let statements = 0;
  let control = 0;
  let writing = 0;
  clients.query = function counting(this: Queries, ...given: unknown[]): unknown {
    const text = textOf(given[0]);
    if (CONTROL.test(text)) control += 1;
    else if (!TIMED.test(text)) statements += 1;
    if (/^\s*(begin|start transaction)\b/i.test(text)) open.add(this);
    else if (ENDS.test(text)) open.delete(this);
    else if (!open.has(this) && MAY_WRITE.test(text)) writing += 1;
    if (!/^\s*commit\b/i.test(text)) return send.apply(this, given);
    return assignedId(this, send).then((assigned) => {
      if (assigned) writing += 1;
      return send.apply(this, given);
    });
  };
  try {
    await work();
  } finally {
    clients.query = send;
  }
  return { statements, control, writing };
}

async function assignedId(client: Queries, send: Queries['query']): Promise<boolean> {
  const result = await send.call(client, 'select pg_current_xact_id_if_assigned() is not null as assigned');
  return rowsOf(result).some(
    (row) => typeof row === 'object' && row !== null && 'assigned' in row && row.assigned === true,
  );
}

function rowsOf(result: unknown): readonly unknown[] {
  return typeof result === 'object' && result !== null && 'rows' in result && Array.isArray(result.rows)
    ? result.rows
    : [];
}

function textOf(query: unknown): string {
  if (typeof query === 'string') return query;
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : '';
}
