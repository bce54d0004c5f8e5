// A worker that begins a job and never ends it, to be killed.
import { AdjustableClock } from '@cinnabar/server/clock.js';
import { openDatabase } from '@cinnabar/server/database/connect.js';
import { createJobRunner } from '@cinnabar/server/jobs/runner.js';
import { defineJob } from '@cinnabar/server/jobs/tasks.js';

const database = openDatabase({ address: { connectionString: process.argv[2] } });
const log = { info: () => undefined, warn: () => undefined, error: console.error };
const definitions = [
  defineJob('test.expire', () => {
    process.send('begun');
    return new Promise(() => undefined);
  }),
];
await createJobRunner({ database, clock: new AdjustableClock(), log, definitions, sweeps: [] }).start();
