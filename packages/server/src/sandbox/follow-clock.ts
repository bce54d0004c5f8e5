import type { AdjustableClock } from '../clock.js';
import { loadClockSetting } from '../database/clock-offset.js';
import type { Db } from '../database/schema.js';

const POLL_INTERVAL_MS = 500;

/** Keeps the clock of this process at what another process of the same sandbox has moved it to. */
export function followClock(db: Db, clock: AdjustableClock): { stop(): Promise<void> } {
  let looking: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    looking = loadClockSetting(db).then(
      (setting) => clock.follow(setting),
      // The database is away: whoever needs it will say so.
      () => undefined,
    );
  }, POLL_INTERVAL_MS);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };
}
