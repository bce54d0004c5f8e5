import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { textOf } from '../support/documentation.js';
import { signaturesIn } from '../support/pdf/found-signatures.js';
import { objections } from '../support/pdf/judges.js';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));

let app: RunningApp;
let folder: string;

beforeAll(async () => {
  app = await startApp({ demoData: true });
  folder = await mkdtemp(join(tmpdir(), 'cinnabar-quick-start-'));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

function commandsOf(page: string): readonly string[] {
  return [...textOf(page).matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block = '']) => block);
}

/** Typed one after another into one shell, with the service running. */
async function follow(page: string, here: string): Promise<{ told: string; pdf: Uint8Array }> {
  const [start, ...rest] = commandsOf(page);
  expect(start).toBe('npm start\n');
  const script = rest
    .join('\n')
    .replaceAll('http://127.0.0.1:3000', app.baseUrl)
    .replaceAll('data/demo.json', join(app.dataDir, 'demo.json'))
    .replaceAll('scripts/sample', join(root, 'scripts/sample'));
  await mkdir(here);
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script], { cwd: here });
  // Tokens are kept in the shell: a file would outlive it.
  expect(await readdir(here)).toEqual(['contract-signed.pdf']);
  return { told: stdout, pdf: await readFile(join(here, 'contract-signed.pdf')) };
}

describe('the quick start, verbatim', () => {
  test.each(['docs/quick-start.md', 'docs/zh-CN/quick-start.md'])('%s', { tags: ['curl'] }, async (page) => {
    const { told, pdf } = await follow(page, join(folder, page.replaceAll('/', '-')));
    const [contract, link, ...states] = told.trim().split('\n');
    expect(contract).toMatch(/^contract \d+$/);
    expect(link).toMatch(/\/l\/[\w-]{40,}$/);
    expect(states).toEqual(['2', '3']);
    expect(signaturesIn(pdf)).toHaveLength(2);
    expect(await objections(pdf)).toEqual([]);
    // No tokens are left behind.
    expect(await readdir(join(folder, page.replaceAll('/', '-')))).toEqual(['contract-signed.pdf']);
  });

  test('has the same commands in both languages', () => {
    expect(commandsOf('docs/zh-CN/quick-start.md')).toEqual(commandsOf('docs/quick-start.md'));
  });
});
