import type pg from 'pg';
import { answeredWithin } from './answered-within.js';

/** Proxies commonly cut connections on which nothing has been said for some minutes. */
const INTERVAL_MS = 60_000;
const ANSWER_MS = 10_000;

/**
 * Keeps a session that is there for what it holds, such as a lock: something is said in it every minute, and it ends if
 * the server does not answer. Statements that take longer than a moment must not run in it meanwhile.
 *
 * @returns leaves the session to itself
 */
export function keepSession(session: pg.Client): () => void {
  const asking = setInterval(() => {
    answeredWithin(session, ANSWER_MS, () => session.query('select 1')).catch(() => undefined);
  }, INTERVAL_MS);
  asking.unref();
  const leave = () => clearInterval(asking);
  session.once('end', leave);
  return leave;
}
