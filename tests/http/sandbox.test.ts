import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';

describe('the sandbox', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  test('shows the messages to a mobile, oldest first', async () => {
    const { sms, clock } = running.app.services;
    const mobile = '13911112222';
    const send = (key: string, code: string | null) =>
      sms.send({
        mobile,
        template: code === null ? 'flowTurn' : 'sign',
        parameters: {},
        text: code === null ? '请您签署合同：采购合同。' : `验证码 ${code}。`,
        code,
        idempotencyKey: key,
        time: clock.now(),
      });
    await send('1', '123456');
    await send('2', null);
    await send('2', null);
    const response = await fetch(`${running.baseUrl}/sandbox/sms?mobile=%2B86${mobile}`);
    const { messages }: { messages: readonly unknown[] } = JSON.parse(await response.text());
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+0800$/);
    expect(messages).toEqual([
      { mobile, smsType: 'sign', code: '123456', text: '【Cinnabar 沙箱】验证码 123456。', time },
      { mobile, smsType: 'flowTurn', code: null, text: '【Cinnabar 沙箱】请您签署合同：采购合同。', time },
    ]);
    expect((await fetch(`${running.baseUrl}/sandbox/sms`)).status).toBe(400);
    const nobody = await fetch(`${running.baseUrl}/sandbox/sms?mobile=13900009999`);
    expect(await nobody.json()).toEqual({ messages: [] });
  });

  test('moves the clock forward, and resets it on request', async () => {
    const before = running.app.services.clock.now().getTime();
    const moved = await running.post('/sandbox/clock', { advanceSeconds: 7200 });
    expect(moved.envelope).toEqual({ now: expect.stringMatching(/\+0800$/) });
    expect(running.app.services.clock.now().getTime() - before).toBeGreaterThanOrEqual(7_200_000);
    for (const body of [
      {},
      { advanceSeconds: -1 },
      { advanceSeconds: 'x' },
      { reset: false },
      { reset: true, advanceSeconds: 1 },
    ]) {
      expect((await running.post('/sandbox/clock', body)).status).toBe(400);
    }
    const back = await running.post('/sandbox/clock', { reset: true });
    expect(back.envelope).toEqual({ now: expect.stringMatching(/\+0800$/) });
    expect(running.app.services.clock.offsetMs).toBe(0);
  });
});
