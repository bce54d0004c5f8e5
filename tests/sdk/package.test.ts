import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Consumer, givenConsumer } from '../support/consumer.js';
import { root, textOf } from '../support/documentation.js';
import { pdfsig } from '../support/pdf/pdf-tools.js';

/** Path of Bun, which runs the same; given by the test environment, because it is not a dependency of ours. */
const bun = process.env['BUN'];
const example = 'examples/typescript/sign-a-contract.ts';

let app: RunningApp;
let consumer: Consumer;

beforeAll(async () => {
  app = await startApp({ demoData: true });
  consumer = await givenConsumer();
  await mkdir(join(consumer.folder, 'data'));
  await copyFile(join(app.dataDir, 'demo.json'), join(consumer.folder, 'data/demo.json'));
});
afterAll(async () => {
  await consumer.remove();
  await app.close();
});

/** All TypeScript snippets of a page as one program. */
function programIn(page: string): string {
  return [...textOf(page).matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block).join('\n');
}

async function expectSigned(): Promise<void> {
  const signed = new Uint8Array(await readFile(join(consumer.folder, 'contract-signed.pdf')));
  expect(pdfsig(signed).map(({ validation }) => validation)).toEqual(Array(2).fill('Signature is Valid.'));
}

describe('the packed SDK, installed in another project', () => {
  test('imports only itself and the runtime', async () => {
    const folder = join(consumer.folder, 'node_modules/@cinnabar/sdk/dist');
    const modules = (await readdir(folder)).filter((name) => name.endsWith('.js'));
    const texts = await Promise.all(modules.map((name) => readFile(join(folder, name), 'utf8')));
    const imports = texts.flatMap((text) =>
      [...text.matchAll(/(?:\bfrom |^import |\bimport\()'([^']+)'/gm)].map(([, from = '']) => from),
    );
    expect(imports.filter((from) => !/^(?:\.\/|node:)/.test(from))).toEqual([]);
  });

  test('runs the example: two enterprises sign a contract', async () => {
    await copyFile(join(root, example), join(consumer.folder, 'sign-a-contract.ts'));
    await consumer.compile('sign-a-contract.ts');
    expect(await consumer.run(['sign-a-contract.js'])).toContain('contract-signed.pdf: contract.pdf');
    await expectSigned();
  });

  test('runs every snippet of its README, identical in both languages', async () => {
    const program = programIn('packages/sdk/README.md');
    const code = (text: string) => text.replace(/ ?\/\/ .*$/gm, '');
    expect(code(programIn('packages/sdk/README.zh-CN.md'))).toBe(code(program));
    await writeFile(join(consumer.folder, 'readme.ts'), program);
    await consumer.compile('readme.ts');
    const printed = await consumer.run(['readme.js']);
    expect(printed).toMatch(
      /contracts left[\s\S]*http:\S+[\s\S]*SEAL_NOT_FOUND null null [\s\S]*\/sms\/sendSmsVerifyCode 200/,
    );
  });

  test('runs the example and the README with Bun as well, without a compiler', {
    tags: ['bun'],
  }, async () => {
    await copyFile(join(root, example), join(consumer.folder, 'by-bun.ts'));
    expect(await consumer.run(['by-bun.ts'], bun)).toContain('contract-signed.pdf: contract.pdf');
    await expectSigned();
    await app.advance(3600);
    await writeFile(
      join(consumer.folder, 'readme-by-bun.ts'),
      programIn('packages/sdk/README.md').replace('PO-2026-0042', 'PO-2026-0043'),
    );
    expect(await consumer.run(['readme-by-bun.ts'], bun)).toContain('SEAL_NOT_FOUND');
  });
});
