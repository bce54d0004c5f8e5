import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openApi } from '@cinnabar/api/openapi/openapi.js';
import { registry } from '@cinnabar/api/registry.js';
import { webhookEventTypes } from '@cinnabar/api/webhook-events.js';
import { recordedCalls } from '@cinnabar/server/http/recorded-calls.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../support/documentation.js';

const run = promisify(execFile);

/** A folder with `@redocly/openapi-core` and `openapi-typescript`; .ci/run names it. */
const tools = process.env['OPENAPI_CHECKERS'] ?? '';

let folder: string;
let document: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cinnabar-openapi-'));
  document = join(folder, 'openapi.json');
  const about = { baseUrl: 'https://sign.example', version: '1.2.3', calls: recordedCalls() };
  await writeFile(document, JSON.stringify(openApi(registry, about)));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.skipIf(tools === '')('other tools read /openapi.json (skipped without OPENAPI_CHECKERS)', () => {
  test('Redocly finds no errors and no warnings', async () => {
    const script = join(root, 'tests/http/lint-openapi.mjs');
    const { stdout } = await run(process.execPath, [script, tools, document]);
    expect(JSON.parse(stdout)).toEqual([]);
  });

  test('the types that openapi-typescript generates compile, webhooks included', async () => {
    const generator = join(tools, 'node_modules/openapi-typescript/bin/cli.js');
    await run(process.execPath, [generator, document, '--output', join(folder, 'openapi.ts')]);
    await writeFile(join(folder, 'uses-types.ts'), program);
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    await run(process.execPath, [compiler, '--noEmit', '--strict', 'uses-types.ts'], { cwd: folder });
    const types = await readFile(join(folder, 'openapi.ts'), 'utf8');
    for (const type of webhookEventTypes) expect(types).toContain(`"${type}": {`);
  });
});

const program = `
import type { operations, paths, webhooks } from './openapi.js';

type Json<T> = T extends { content: { 'application/json': infer Body } } ? Body : never;
type Event = NonNullable<Json<webhooks['flow.completed']['post']['requestBody']>>;

export const rename: NonNullable<operations['seal_modify']['requestBody']>['content']['application/json'] = {
  sealId: 1,
  sealName: '合同专用章',
};
export const contractOf = (event: Event): number => event.data.flowId;
export type Listed = paths['/signTask/contract/list']['post'];
`;
