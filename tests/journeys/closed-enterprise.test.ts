/** An enterprise that leaves: it takes its data along. */
import { createHash } from 'node:crypto';
import { exportCorp } from '@cinnabar/server/areas/closing/index.js';
import { verifyChain } from '@cinnabar/server/custody/event-chain.js';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Closing, givenClosing, planted } from '../support/given-closing.js';
import { download } from '../support/given-flow.js';
import { jobsDone } from '../support/jobs-done.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let app: RunningApp;
let closing: Closing;

beforeAll(async () => {
  app = await startApp();
  closing = await givenClosing(app);
  await app.advance(600);
  await jobsDone(app.app.database.pool);
});
afterAll(() => app.close());

const db = () => app.app.database.db;

describe('the export', () => {
  let entries: Readonly<Record<string, Uint8Array>>;
  const textOf = (name: string): string => Buffer.from(entries[name] ?? []).toString('utf8');
  const rowsOf = (name: string): readonly object[] =>
    textOf(name)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));

  beforeAll(async () => {
    const { services } = app.app;
    const parts = await exportCorp({ db: db(), services, now: services.clock.now() }, closing.corp.corpId);
    const bytes: Uint8Array[] = [];
    for await (const part of parts ?? []) bytes.push(part);
    entries = unzipSync(Buffer.concat(bytes));
  });

  test('lists every file with its size and hash', () => {
    const { files, ...about } = JSON.parse(textOf('manifest.json'));
    expect(about).toMatchObject({
      format: 'cinnabar-enterprise',
      formatVersion: 1,
      corpId: closing.corp.corpId,
    });
    const found = Object.entries(entries)
      .filter(([name]) => name !== 'manifest.json')
      .map(([name, bytes]) => ({
        name,
        size: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
      }));
    expect(files).toEqual(found);
  });

  test('has contracts as signed, with a history that verifies, templates, seals, members, audit and account', async () => {
    const names = Object.keys(entries);
    const { shared, corp } = closing;
    const folder = names.find((name) => name.startsWith(`contracts/${shared} `))?.split('/')[1];
    const pdf = names.find((name) => name.startsWith(`contracts/${folder}/`) && name.endsWith('.pdf')) ?? '';
    expect(Buffer.from(entries[pdf] ?? []).equals(await download(corp.owner, shared))).toBe(true);
    const history = JSON.parse(textOf(`contracts/${folder}/history.json`));
    const events = history.events.map((event: { canonical: string; hash: string }) => ({
      ...event,
      event: JSON.parse(event.canonical),
    }));
    expect(verifyChain(events, history.eventHead)).toMatchObject({ intact: true });
    expect(history.intents.length).toBeGreaterThan(0);
    const template = names.find((name) => name.endsWith(`${planted.template}.zip`)) ?? '';
    expect(Object.keys(unzipSync(entries[template] ?? new Uint8Array()))).toContain('template.json');
    expect(names).toContainEqual(expect.stringMatching(new RegExp(`^seals/\\d+ ${planted.seal}\\.png$`)));
    expect(rowsOf('members.jsonl')).toContainEqual(
      expect.objectContaining({ userName: planted.clerk, mobile: planted.mobile, roles: ['TEMPLATE_ADMIN'] }),
    );
    expect(rowsOf('ledger.jsonl')).toHaveLength(3);
    expect(rowsOf('audit.jsonl')).toContainEqual(
      expect.objectContaining({
        act: 'webhook.create',
        sequence: expect.any(Number),
        hash: expect.any(String),
      }),
    );
    expect(JSON.parse(textOf('enterprise.json'))).toMatchObject({
      corpName: corp.corpName,
      webhooks: [{ url: planted.webhook }],
      balances: [{ ledger: 'collection' }, { ledger: 'contract', balance: 0 }],
    });
  });

  test('has neither secrets nor numbers of identity documents', () => {
    const all = Buffer.concat(Object.values(entries)).toString('latin1');
    for (const secret of [planted.identNum, closing.corp.appSecret, '110101199001010010']) {
      expect(all).not.toContain(secret);
    }
  });
});
