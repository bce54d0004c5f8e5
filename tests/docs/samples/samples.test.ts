/** Every sample of /docs is run as it is shown, against a server that compares what it sends with the recorded call. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { registry } from '@cinnabar/api/registry.js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contentsIn } from '../../../packages/web/docs-content/contents.js';
import type { OperationContent } from '../../../packages/web/src/docs/content.js';
import { sampleCall } from '../../../packages/web/src/docs/samples/call.js';
import { classOf } from '../../../packages/web/src/docs/samples/java.js';
import { type SampleLanguage, sampleLanguages } from '../../../packages/web/src/docs/samples/samples.js';
import { root, textOf } from '../../support/documentation.js';
import { type ComparingServer, environment, startComparingServer, uploaded } from './comparing-server.js';

const exec = promisify(execFile);

const { areas } = contentsIn('en', {
  registry,
  calls: JSON.parse(textOf('packages/api/recorded-calls.json')),
  read: (path) => (existsSync(join(root, path)) ? textOf(path) : null),
});
const operations: readonly OperationContent[] = [...areas.values()].flatMap((area) => area.operations);

let folder: string;
let server: ComparingServer;

beforeAll(async () => {
  // Inside of the checkout, where the SDK is found by its name.
  await mkdir(join(root, 'tests/output'), { recursive: true });
  folder = await mkdtemp(join(root, 'tests/output/samples-'));
  await writeFile(join(folder, 'contract.pdf'), uploaded);
  await writeFile(join(folder, 'seal.png'), uploaded);
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(async () => {
  server = await startComparingServer(operations);
});
afterEach(() => server.close());

const sampleOf = (operation: OperationContent, language: SampleLanguage): string => {
  const { write } = sampleLanguages.find(({ name }) => name === language) ?? sampleLanguages[0];
  return write(sampleCall(operation, server.baseUrl, operation.sent));
};

/** Runs a program among the samples; fails with what it complained about. */
async function run(program: string, ...args: readonly string[]): Promise<void> {
  const env = { ...process.env, ...environment };
  await exec(program, args, { cwd: folder, env, maxBuffer: 64 * 1024 ** 2 }).catch(told);
}

/** A compiler tells what is wrong on its standard output. */
function told(error: unknown): never {
  const output = error instanceof Error && 'stdout' in error ? String(error.stdout) : '';
  throw new Error(`${String(error)}\n${output}`, { cause: error });
}

async function write(name: string, text: string): Promise<void> {
  await writeFile(join(folder, name), text);
}

function expectEveryCall(): void {
  expect(server.calls.filter(({ difference }) => difference !== null)).toEqual([]);
  expect(server.calls.map(({ path }) => path)).toEqual(operations.map(({ path }) => path));
}

test('every operation has a recorded call to make samples of', () => {
  expect(operations.map(({ path }) => path).sort()).toEqual(registry.map(({ path }) => path).sort());
  const unanswered = operations.filter(({ answered, answer }) => answered === null && answer.kind !== 'file');
  expect(unanswered.map(({ path }) => path)).toEqual([]);
});

describe('every sample sends the recorded request', () => {
  test('in curl', { tags: ['curl'] }, async () => {
    // Not every machine has uuidgen; those of macOS and most of Linux do.
    const uuid = 'command -v uuidgen > /dev/null || uuidgen() { echo sample-key; }';
    const curl = 'curl() { command curl --silent --show-error --fail "$@" > /dev/null; }';
    const samples = operations.map((operation) => sampleOf(operation, 'curl'));
    await write('samples.sh', [uuid, curl, ...samples].join('\n'));
    await run('bash', '-eu', 'samples.sh');
    expectEveryCall();
  });

  test('in TypeScript, which also compiles', async () => {
    for (const operation of operations) {
      // Each needs nothing of TypeScript that JavaScript does not have.
      const sample = sampleOf(operation, 'typescript');
      await write(`${operation.name}.mjs`, sample);
      await write(`${operation.name}.mts`, sample);
    }
    const imports = operations.map(({ name }) => `await import('./${name}.mjs');`);
    await write('all.mjs', ['console.log = () => {};', ...imports].join('\n'));
    await run(process.execPath, 'all.mjs');
    expectEveryCall();
    const options = { noEmit: true, composite: false, skipLibCheck: true };
    await write(
      'tsconfig.json',
      JSON.stringify({
        extends: join(root, 'tsconfig.base.json'),
        compilerOptions: options,
        include: ['*.mts'],
      }),
    );
    await run(process.execPath, join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.json');
  });

  test('in Python', { tags: ['python'] }, async () => {
    for (const operation of operations) await write(`${operation.name}.py`, sampleOf(operation, 'python'));
    const runs = operations.map(({ name }) => `runpy.run_path("${name}.py")`);
    await write('all.py', ['import runpy', ...runs].join('\n'));
    await run('python3', 'all.py');
    expectEveryCall();
  });

  test('in Java', { tags: ['java'] }, async () => {
    const classes = operations.map(classOf);
    for (const operation of operations) {
      await write(`${classOf(operation)}.java`, sampleOf(operation, 'java'));
    }
    const calls = classes.map((name) => `    ${name}.main(args);\n`).join('');
    await write(
      'All.java',
      `class All {\n  public static void main(String[] args) throws Exception {\n${calls}  }\n}\n`,
    );
    await run(
      'javac',
      '-encoding',
      'UTF-8',
      '-d',
      'classes',
      'All.java',
      ...classes.map((name) => `${name}.java`),
    );
    await run('java', '-cp', 'classes', 'All');
    expectEveryCall();
  });
});
