import type { AdjustableClock } from '../clock.js';
import { loadClockSetting } from '../database/clock-offset.js';
import type { Db } from '../database/schema.js';

const POLL_INTERVAL_MS = 500;

/** Follows changes of the sandbox clock by other processes. */
export function followClock(db: Db, clock: AdjustableClock): { stop(): Promise<void> } {
  let looking: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    looking = loadClockSetting(db).then(
      (setting) => clock.follow(setting),
      // The database is unavailable; code that needs it reports this.
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
