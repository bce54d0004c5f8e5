import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { registry } from '@cinnabar/api/registry.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { textOf } from '../support/documentation.js';

const run = promisify(execFile);

let app: RunningApp;

beforeAll(async () => {
  app = await startApp({ demoData: true });
});
afterAll(() => app.close());

describe('the first call in the README', () => {
  test.each(['README.md', 'README.zh-CN.md'])('%s', { tags: ['curl'] }, async (page) => {
    const script = shellBlocks(page)
      .find((block) => block.includes('getAccessToken'))
      ?.replaceAll('http://127.0.0.1:3000', app.baseUrl)
      .replaceAll('data/demo.json', join(app.dataDir, 'demo.json'));
    const { stdout } = await run('bash', ['-euc', script ?? 'exit 1']);
    const answer: unknown = JSON.parse(stdout);
    expect(answer).toMatchObject({
      code: '200',
      data: { sealName: '合同专用章', status: 1, defaultFlag: 1 },
    });
  });
});

describe('the requests in the integration guide are valid input of their operations', () => {
  const requests = [
    ...textOf('docs/integration.md').matchAll(/^POST (\/\S+)\n(?:[A-Z][\w-]+: .*\n)*(\{[\s\S]*?)\n\n/gm),
  ]
    .map(([, path = '', body = '']) => [path, body] as const)
    // A request with omissions cannot be parsed.
    .filter(([, body]) => !body.includes('…'));

  test.each(requests)('%s', (path, body) => {
    const operation = registry.find((each) => each.path === path);
    expect(operation?.request.read(JSON.parse(body), '', { zone: 'Asia/Shanghai' })).toBeDefined();
  });

  test('such requests exist', () => expect(requests.length).toBeGreaterThan(6));
});

function shellBlocks(page: string): readonly string[] {
  return [...textOf(page).matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block = '']) => block);
}
