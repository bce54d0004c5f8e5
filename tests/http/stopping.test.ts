import { Agent, request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { startApp } from '../support/app.js';
import { givenEnterprise } from '../support/given-enterprise.js';
import { count, Gate, testRegistry, testRoutes } from './test-operations.js';

const extra = { registry: testRegistry, routes: testRoutes };

describe('stopping', () => {
  test('running requests are finished, new ones are refused, and then nothing listens', async () => {
    const running = await startApp({ extra });
    const { owner } = await givenEnterprise(running);
    const gate = new Gate('stopping');
    const slow = owner.client.post(count.path, { counter: 'stopping', gate: gate.name });
    const held = new Agent({ keepAlive: true });
    await getOver(held, `${running.baseUrl}/healthz`);
    await gate.reachedBy(1);
    const closed = running.app.close();
    const told = await getOver(held, `${running.baseUrl}/healthz`);
    expect(told.status).toBe(503);
    expect(told.connection).toBe('close');
    expect(JSON.parse(told.text)).toEqual({
      code: '503',
      msg: '服务正在停止',
      data: null,
      reason: 'STOPPING',
    });
    gate.open();
    expect((await slow).envelope).toEqual({ code: '200', msg: '成功', data: { total: 1 } });
    await closed;
    await expect(fetch(`${running.baseUrl}/healthz`)).rejects.toThrow();
    held.destroy();
    await running.close();
  });
});

function getOver(agent: Agent, url: string): Promise<{ status: number; connection: string; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => {
        const connection = response.headers.connection ?? '';
        resolve({ status: response.statusCode ?? 0, connection, text });
      });
    });
    sent.on('error', reject);
    sent.end();
  });
}
