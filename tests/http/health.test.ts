import { readFile } from 'node:fs/promises';
import { readinessAnswer } from '@cinnabar/server/http/health.js';
import { createMetrics } from '@cinnabar/server/http/metrics.js';
import { createMetricsServer } from '@cinnabar/server/http/metrics-server.js';
import { readConfig } from '@cinnabar/server/settings/read-config.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort, type RunningApp, startApp } from '../support/app.js';
import { idOf } from '../support/flow-model.js';
import { givenEnterprise } from '../support/given-enterprise.js';
import { givenSeal } from '../support/given-flow.js';

describe('health', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  test('alive and ready are reported', async () => {
    const alive = await fetch(`${running.baseUrl}/healthz`);
    expect([alive.status, await alive.json()]).toEqual([200, { status: 'ok' }]);
    const ready = await fetch(`${running.baseUrl}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([
      200,
      {
        status: 'ready',
        checks: { database: 'ok', storage: 'ok', signingKeys: 'ok' },
        parsers: expect.stringMatching(/^(bubblewrap|landlock|none)$/),
        sm2: 'available',
      },
    ]);
    expect((await fetch(`${running.baseUrl}/healthz`, { method: 'HEAD' })).status).toBe(200);
  });

  test('unready names the failed checks, and does not wait for one that hangs', async () => {
    const answer = await readinessAnswer({
      database: async () => {
        throw new Error('away');
      },
      storage: () => new Promise(() => undefined),
      signingKeys: async () => 'here',
    });
    expect(answer.status).toBe(503);
    expect(JSON.parse(String(answer.body))).toEqual({
      status: 'unavailable',
      checks: { database: 'failed', storage: 'timeout', signingKeys: 'ok' },
    });
  });

  test.each(['prometheus/alerts.yaml', 'grafana/cinnabar.json'])(
    'deploy/%s names metrics that exist',
    async (file) => {
      const text = await (await fetch(`${running.baseUrl}/metrics`)).text();
      const kinds = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
      const known = new Set(
        kinds.flatMap(([, name = '', kind]) =>
          kind === 'histogram' ? ['bucket', 'sum', 'count'].map((part) => `${name}_${part}`) : [name],
        ),
      );
      const written = await readFile(new URL(`../../deploy/${file}`, import.meta.url), 'utf8');
      const expressions = [...written.matchAll(/"?expr"?: "?(.+?)"?,?$/gm)].map(
        ([, expression = '']) => expression,
      );
      // Names with an underscore, except functions and what stands in braces or after `by`.
      const bare = expressions.map((each) => each.replaceAll(/\{.*?\}|\\"|by \([^)]*\)/g, ''));
      const named = bare.flatMap((each) => each.match(/\b[a-z]+(?:_[a-z0-9]+)+\b(?!\()/g) ?? []);
      expect(named.length).toBeGreaterThan(10);
      expect(named.filter((name) => !known.has(name))).toEqual([]);
    },
  );

  test('metrics count responses by operation and code, never by a user-supplied path', async () => {
    await running.post('/seal/getSealInfo', {});
    await running.post('/made/up', {});
    const text = await (await fetch(`${running.baseUrl}/metrics`)).text();
    expect(text).toMatch(/http_request_duration_seconds_count\{op="\/seal\/getSealInfo",code="401"\} 1/);
    expect(text).toMatch(/http_request_duration_seconds_count\{op="unknown",code="404"\} 1/);
    for (const name of [
      'document_queue_depth',
      'outbox_lag_seconds',
      'db_pool_in_use',
      'nodejs_eventloop_lag',
    ]) {
      expect(text).toContain(name);
    }
    for (const pool of ['work', 'intake', 'verification', 'opinions', 'strangers', 'strangersOpinions']) {
      expect(text).toContain(`document_queue_depth{pool="${pool}"} 0`);
      expect(text).toContain(`documents_running{pool="${pool}"} 0`);
    }
    expect(text).not.toContain('/made/up');
  });
});

describe('metrics on a port of their own', () => {
  test('are answered there alone, and nothing else is', async () => {
    const port = await freePort();
    const running = await startApp({ settings: { METRICS_PORT: String(port) } });
    const own = `http://127.0.0.1:${port}`;
    const answer = await fetch(`${own}/metrics`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('text/plain');
    expect(await answer.text()).toContain('cinnabar_build_info');
    expect((await fetch(`${running.baseUrl}/metrics`)).status).toBe(404);
    expect((await fetch(`${own}/healthz`)).status).toBe(404);
    expect((await fetch(`${own}/metrics`, { method: 'POST' })).status).toBe(405);
    await running.close();
    await expect(fetch(`${own}/metrics`)).rejects.toThrow();
  });

  test('a port that is taken, or that of the service, is named', async () => {
    const other = await startApp();
    const taken = Number(new URL(other.baseUrl).port);
    const server = createMetricsServer(createMetrics(), { host: '127.0.0.1', metricsPort: taken });
    await expect(server.listen()).rejects.toThrow(
      `METRICS_PORT: another program listens on port ${taken} of 127.0.0.1`,
    );
    await other.close();
    expect(() => readConfig({ PORT: '4000', METRICS_PORT: '4000' })).toThrow(
      'METRICS_PORT: must differ from PORT',
    );
  });
});

describe('metrics of records', () => {
  test('tell the states of contracts, and what ends soon, with the age of both', async () => {
    const running = await startApp();
    const enterprise = await givenEnterprise(running);
    const sealId = await givenSeal(enterprise);
    const now = running.app.services.clock.now().getTime();
    const inDays = (days: number) => new Date(now + days * 86_400_000);
    const ends = [inDays(-1), inDays(20), inDays(10), inDays(90), null];
    await running.app.database.db
      .insertInto('seal_authorisations')
      .values(
        ends.map((expire_at, index) => ({
          corp_id: enterprise.corpId,
          authorisation_id: idOf<'SealAuthorisation'>(index + 1),
          ...{ seal_id: sealId, user_id: enterprise.owner.userId, author_role: 'SEAL_USER' as const },
          ...{ author_range: 0 as const, template_ids: [], auto_sign: false, examiner_notify: false },
          ...{ effective_at: inDays(-2), expire_at, withdrawn_at: null, created_at: inDays(-2) },
          created_by: enterprise.owner.userId,
        })),
      )
      .execute();
    // The authority makes its certificates when they are first asked for.
    await fetch(`${running.baseUrl}/readyz`);
    const text = await (await fetch(`${running.baseUrl}/metrics`)).text();
    expect(text).toContain('seal_authorisations_ending 2');
    const soonest = /^seal_authorisations_end_timestamp_seconds (.+)$/m.exec(text)?.[1];
    expect(Number(soonest)).toBeCloseTo(inDays(10).getTime() / 1000, 0);
    expect(text).toContain('flows_by_state{state="signing"} 0');
    expect(text).toContain('certificates_ending{purpose="issuing"} 0');
    expect(text).toMatch(/metrics_age_seconds\{of="flows"\} \d/);
    expect(text).toMatch(/metrics_age_seconds\{of="ends"\} \d/);
    expect(text).toContain('db_pool_max 8');
    expect(text).toMatch(/^outbox_pending \d+$/m);
    await running.close();
  });
});
