import { type ExecFileException, execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CLIENT_MODULES, findPython, JAVA_LIBRARIES } from '../../scripts/test-tools/tools.mjs';
import { type RunningApp, startApp } from '../support/app.js';
import { root } from '../support/documentation.js';
import { pdfsig } from '../support/pdf/pdf-tools.js';
import * as programs from '../support/programs.js';

const generator = join(root, 'scripts/generate-client.mjs');
/** Dependencies of the generated Java client; the annotations are part of the generator. */
const javaLibraries = [
  ...JAVA_LIBRARIES,
  join(
    process.env['OPENAPI_TOOLS'] ?? '',
    'node_modules/@openapitools/openapi-generator-cli/bin/openapi-generator.jar',
  ),
];
/** The generator is written in Java, and fetched into the folder that .ci/run names. */
const GENERATED = ['java', 'openapi-generator'];
/** A program runs for seconds, in which the optimising compiler takes more time than it saves. */
const JAVA = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Dfile.encoding=UTF-8'];
const standIns = join(root, 'tests/examples/stand-ins');
const contract = join(root, 'scripts/sample/purchase-contract.pdf');

let app: RunningApp;
let folder: string;

beforeAll(async () => {
  app = await startApp({ demoData: true });
});
afterAll(() => app.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cinnabar-example-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Runs a program in the folder; returns its output on both streams. */
function run(program: string, ...args: readonly string[]): Promise<string> {
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    PYTHONDONTWRITEBYTECODE: '1',
    LC_ALL: 'C.UTF-8',
  };
  return new Promise((resolve) => {
    const done = (_error: ExecFileException | null, out: string, errors: string): void =>
      resolve(out + errors);
    execFile(program, args, { cwd: folder, env }, done);
  });
}

const demo = () => join(app.dataDir, 'demo.json');

async function expectSigned(said: string): Promise<void> {
  expect(said).toMatch(/^contract-signed\.pdf: \d+ bytes, flow \d+\n$/);
  const signed = new Uint8Array(await readFile(join(folder, 'contract-signed.pdf')));
  expect(pdfsig(signed).map(({ validation }) => validation)).toEqual(Array(2).fill('Signature is Valid.'));
}

describe('the examples: from a PDF to a contract signed by two enterprises', () => {
  test('Python with its standard library', { tags: ['python'] }, async () => {
    const script = join(root, 'examples/python/sign_a_contract.py');
    await expectSigned(await run('python3', script, contract, demo()));
  });

  test('Java with its class library', { tags: ['java'] }, async () => {
    const program = join(root, 'examples/java/SignAContract.java');
    await expectSigned(await run('java', ...JAVA, program, contract, demo()));
  });

  // The generator is a Java program, on a machine that may be busy with other tests.
  test('Python with the generated client', {
    tags: [...GENERATED, 'python-libraries'],
    timeout: 180_000,
  }, async () => {
    const client = await generated('python');
    const script = join(root, 'examples/generated/sign_a_contract.py');
    await expectSigned(
      await run('env', `PYTHONPATH=${client}`, findPython(CLIENT_MODULES) ?? '', script, contract, demo()),
    );
  });

  // Java starts three times here.
  test('Java with the generated client', {
    tags: [...GENERATED, 'java-libraries'],
    timeout: 180_000,
  }, async () => {
    const classes = await compiled(await generated('java'));
    const path = [classes, ...javaLibraries].join(':');
    const program = join(root, 'examples/generated/SignAContract.java');
    await expectSigned(await run('java', ...JAVA, '-cp', path, program, contract, demo()));
  });
});

async function generated(language: string): Promise<string> {
  const client = join(folder, language);
  const made = await programs.run(process.execPath, [generator, language, client]);
  expect([made.ok, made.stderr.toString()]).toEqual([true, '']);
  return client;
}

/** With substitutes for the two libraries that Debian does not package. */
async function compiled(client: string): Promise<string> {
  const classes = join(folder, 'classes');
  const sources = (await Promise.all([join(client, 'src/main'), standIns].map(javaFilesIn))).flat();
  const options = ['-J-XX:TieredStopAtLevel=1', '-proc:none', '-encoding', 'UTF-8', '-nowarn', '-d', classes];
  const made = await programs.run('javac', [...options, '-cp', javaLibraries.join(':'), ...sources]);
  expect([made.ok, made.stderr.toString().replaceAll(/^Note: .*\n/gm, '')]).toEqual([true, '']);
  return classes;
}

async function javaFilesIn(place: string): Promise<string[]> {
  const names = await readdir(place, { recursive: true });
  return names.filter((name) => name.endsWith('.java')).map((name) => join(place, name));
}
