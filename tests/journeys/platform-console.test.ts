/** What the platform's operators see and do in their console. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  auditOf,
  enterPlatform,
  type OperatedService,
  type OperatorSession,
  operatedService,
} from '../support/operated-service.js';

let service: OperatedService;
let operator: OperatorSession;

beforeAll(async () => {
  service = await operatedService('127.0.0.0/8, ::1');
  operator = await enterPlatform(service);
});
afterAll(() => service.app.close());

describe('jobs', () => {
  /** A job that no worker knows, so that it stays as it is. */
  async function givenJob(attempts: number): Promise<number> {
    const { pool } = service.app.app.database;
    const { rows } = await pool.query<{ id: number }>(
      'select id from cinnabar_jobs.add_job(\'test.stuck\', payload => \'{"secret": "13800138000"}\')',
    );
    const id = Number(rows[0]?.id);
    await pool.query(
      'update cinnabar_jobs._private_jobs set attempts = $2, max_attempts = 5, last_error = $3 where id = $1',
      [id, attempts, 'no answer for 13800138000 from https://tsa.example/?key=abc\n    at send'],
    );
    return id;
  }

  test('those that failed come first, without payloads, and are retried once', async () => {
    const { pool } = service.app.app.database;
    const jobId = await givenJob(5);
    const listed = await operator.ask('/pages/platform/jobs', { state: 'failed' });
    expect(listed.envelope).toMatchObject({
      code: '0',
      data: {
        queues: [{ task: 'test.stuck', waiting: 0, retrying: 0, failed: 1 }],
        jobs: [
          {
            ...{ jobId, task: 'test.stuck', state: 'failed', attempts: 5, maxAttempts: 5 },
            lastError: 'no answer for 138****8000 from https://tsa.example/?***',
          },
        ],
        totalCount: 1,
      },
    });
    expect(JSON.stringify(listed.envelope)).not.toContain('13800138000');
    const retry = () => operator.ask('/pages/platform/jobs/retry', { jobId });
    expect(await retry()).toMatchObject({ status: 200, envelope: { code: '0', data: {} } });
    const { rows } = await pool.query('select attempts from cinnabar_jobs.jobs where id = $1', [jobId]);
    expect(rows).toEqual([{ attempts: 0 }]);
    await pool.query(
      "update cinnabar_jobs._private_jobs set locked_at = now(), locked_by = 'test' where id = $1",
      [jobId],
    );
    expect(await retry()).toMatchObject({ status: 409, envelope: { code: '409' } });
    await pool.query('delete from cinnabar_jobs._private_jobs where id = $1', [jobId]);
    expect(await retry()).toMatchObject({ status: 404, envelope: { code: '404' } });
    expect(await auditOf(service.app, 'job.retry')).toEqual([
      {
        ...{ corp_id: null, user_id: service.corp.owner.userId, source: 'platform', before: null },
        after: { jobId, task: 'test.stuck', attempts: 5 },
      },
    ]);
  });
});
