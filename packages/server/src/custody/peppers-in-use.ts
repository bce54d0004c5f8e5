import { sql } from 'kysely';
import type { Db } from '../database/schema.js';

/** How many stored passwords there are by each pepper. Reads every password: for commands, and jobs that run rarely. */
export async function verifiersByPepper(db: Db): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ readonly kid: string; readonly count: number }>`
    select substring(verifier from 'kid=([0-9a-f]+)') as kid, count(*)::integer as count
      from (
        select signing_password as verifier from members where signing_password is not null
        union all select verifier from person_passwords
        union all select verifier from login_passwords
      ) stored
      group by 1
  `.execute(db);
  return new Map(rows.map(({ kid, count }) => [kid, count]));
}
