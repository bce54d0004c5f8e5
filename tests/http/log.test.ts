import { describe, expect, test } from 'vitest';
import { startApp } from '../support/app.js';
import { givenEnterprise } from '../support/given-enterprise.js';
import { broken, testRegistry, testRoutes } from './test-operations.js';

const extra = { registry: testRegistry, routes: testRoutes };

describe('the log', () => {
  test('has one line per request and no secret, whatever fails', async () => {
    let written = '';
    const logTo = {
      write(line: string) {
        written += line;
      },
    };
    const running = await startApp({ extra, logTo, settings: { LOG_LEVEL: 'debug' } });
    const enterprise = await givenEnterprise(running);
    const { owner, appId, appSecret, accessToken, corpId } = enterprise;
    const secrets = [appSecret, accessToken, owner.mobile, 'letmein9', '13812345678', '110101199003070011'];
    await owner.client.post(
      '/member/memberAuth',
      { realName: '甲乙', identNum: '110101199003070011', signPwd: '135790' },
      { 'x-request-id': 'req-1' },
    );
    await owner.client.post('/seal/getSealInfo', { sealid: 1 }, { 'x-request-id': 'req-4' });
    await owner.client.post('/service/getAccessToken', { appId, appSecret: 'letmein9' });
    const failed = await owner.client.post(broken.path, { how: 'error' }, { 'x-request-id': 'req-2' });
    expect([failed.status, failed.envelope]).toEqual([500, { code: '500', msg: '服务内部错误', data: null }]);
    const step = await owner.client.post(broken.path, { how: 'step' }, { 'x-request-id': 'req-3' });
    expect([step.status, step.envelope.code]).toEqual([200, 'QUERY_ERROR']);
    await running.close();
    const lines = written
      .trim()
      .split('\n')
      .map((line): Record<string, unknown> => JSON.parse(line));
    expect(lines.filter(({ requestId }) => requestId === 'req-1')).toEqual([
      expect.objectContaining({
        appId,
        corpId,
        userId: owner.userId,
        op: '/member/memberAuth',
        msg: 'request',
      }),
    ]);
    // In sandbox mode developers see here which field they have misspelt.
    expect(lines.find(({ requestId }) => requestId === 'req-4')).toMatchObject({ ignored: ['sealid'] });
    for (const failure of ['req-2', 'req-3']) {
      const told = lines.filter(({ requestId, level }) => requestId === failure && level === 'error');
      expect(told).toHaveLength(1);
      expect(JSON.stringify(told)).toContain('select secret from users where mobile = ***');
    }
    for (const secret of secrets) expect(written).not.toContain(secret);
  });
});
