import pg from 'pg';

/** A sweep of the next minute may just have been added by a machine whose clock runs ahead. */
const TOLERANCE = '2 minutes';

/**
 * Forgets when sweeps ran last if that is later than the present: the clock has been set back since, and until it is that
 * late again the worker would take them for done.
 * @param now by the machine's clock
 */
export async function forgetLaterSweeps(pool: pg.Pool, schema: string, now: Date): Promise<void> {
  await pool.query(
    `update ${pg.escapeIdentifier(schema)}._private_known_crontabs set last_execution = null
     where last_execution > $1::timestamptz + interval '${TOLERANCE}'`,
    [now],
  );
}
