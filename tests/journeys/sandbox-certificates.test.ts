import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';

let app: RunningApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

test('certificates of a sandbox are marked as such', async () => {
  const { authority, clock } = app.app.services;
  for (const der of await authority.chain(clock.now())) {
    expect(new X509Certificate(der).subject).toContain('O=Cinnabar Sandbox');
  }
});
