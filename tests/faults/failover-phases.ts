/** When each part of the arrangement works again after a kill. */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

/** Whether a part works at this moment, by its name. */
export type Parts = Readonly<Record<string, () => Promise<boolean>>>;

const INTERVAL_MS = 100;
const LIMIT_MS = 2_000;

/**
 * Asks every part again and again.
 * @returns stops it, and returns for each part the seconds from the kill until it worked for good; null: it still did not
 */
export function followParts(parts: Parts, killedAt: number) {
  let isOver = false;
  const following = Object.entries(parts).map(async ([name, works]) => {
    let since: number | null = null;
    while (!isOver) {
      const isWorking = await Promise.race([
        works().catch(() => false),
        pause(LIMIT_MS, false, { ref: false }),
      ]);
      if (!isWorking) since = null;
      else since ??= (performance.now() - killedAt) / 1000;
      await pause(INTERVAL_MS);
    }
    return [name, since] as const;
  });
  return async (): Promise<Readonly<Record<string, number | null>>> => {
    isOver = true;
    return Object.fromEntries(await Promise.all(following));
  };
}

/** Whether a session at this address reaches a server that takes changes. */
export async function takesChanges(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: LIMIT_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
    return rows[0]?.standby === false;
  } finally {
    await client.end();
  }
}
