import type pg from 'pg';

/**
 * Ends the connection if a statement is not answered in time. What was sent to a machine that is lost is sent again by
 * the operating system for a quarter of an hour. The driver's `query_timeout` would keep the connection, and the next
 * statement would wait behind the one that nobody answers.
 *
 * @throws Error `Connection terminated`
 */
export async function answeredWithin<T>(
  connection: pg.Client,
  limitMs: number,
  statement: () => Promise<T>,
): Promise<T> {
  const limit = setTimeout(() => void connection.end(), limitMs);
  try {
    return await statement();
  } finally {
    clearTimeout(limit);
  }
}
