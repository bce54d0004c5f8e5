import { findShowcase } from '@cinnabar/server/sandbox/demo/showcase.js';
import { scenes } from '@cinnabar/server/sandbox/demo/showcase-scenes.js';
import { expect, vi } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { jobsDone } from '../support/jobs-done.js';

export const SHOWCASE_OWNER = { mobile: '19900000106', realName: '江映月' };

export interface Showcase {
  readonly app: RunningApp;
  readonly corpId: number;
}

/** A sandbox whose showcase enterprise has all of its contracts. */
export async function givenShowcase(): Promise<Showcase> {
  const app = await startApp({ demoData: true, settings: { DEMO_CONTRACTS: 'true' } });
  const { db, pool } = app.app.database;
  await vi.waitFor(async () => expect((await findShowcase(db))?.made).toBe(scenes.length), {
    timeout: 150_000,
  });
  // What has expired meanwhile ends.
  await app.advance(60);
  await jobsDone(pool);
  return { app, corpId: (await findShowcase(db))?.host.corpId ?? 0 };
}
