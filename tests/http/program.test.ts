import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newMasterKey } from '@cinnabar/server/custody/master-key.js';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from '../support/app.js';

const main = fileURLToPath(import.meta.resolve('@cinnabar/server/composition/main.js'));
let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cinnabar-program-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

interface Program {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  output(): string;
  /** Its address once it listens. */
  address(): Promise<string>;
}

function start(settings: Record<string, string>): Program {
  const { PATH } = process.env;
  const child = spawn(process.execPath, [main], {
    cwd: dataDir,
    env: { PATH, DATA_DIR: join(dataDir, 'data'), PORT: '0', ...settings },
  });
  let output = '';
  const take = (chunk: unknown) => {
    output += String(chunk);
  };
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return {
    child,
    ended,
    output: () => output,
    async address() {
      for (;;) {
        const found = linesOf(output).find(({ msg }) => String(msg).includes(' listens on '));
        if (found !== undefined) return String(found['address']);
        if (child.exitCode !== null) throw new Error(output);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
  };
}

test('starts with a database of its own, stops cleanly on SIGTERM, and restarts with its data; no child process has the master key in its environment; given as a file, neither has the service', async () => {
  const key = newMasterKey();
  await writeFile(join(dataDir, 'key'), key);
  for (const settings of [{ MASTER_KEY: key }, { MASTER_KEY_FILE: join(dataDir, 'key') }] satisfies Record<
    string,
    string
  >[]) {
    const program = start(settings);
    const address = await program.address();
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    expect((await fetch(`${address}/ca/roots.pem`)).status).toBe(200);
    if (process.platform === 'linux') {
      const { pid = 0 } = program.child;
      const children = await descendants(pid);
      expect(children.length).toBeGreaterThan(0);
      for (const child of children) expect(await environmentOf(child)).not.toContain(key);
      // The initial environment of the process stays readable, which is what the file is for.
      expect((await environmentOf(pid)).includes(key)).toBe('MASTER_KEY' in settings);
    }
    program.child.kill('SIGTERM');
    expect(await program.ended).toBe(0);
    const lines = linesOf(program.output());
    expect(lines.find((line) => 'demoFile' in line)).toMatchObject({
      level: 'info',
      mode: 'sandbox',
      address,
    });
    // Buffered, but written before the process exits; of probes, only failures are logged.
    expect(lines.filter(({ msg }) => msg === 'request')).toMatchObject([{ op: '/ca/:name', code: '200' }]);
  }
});

test('reports an invalid setting, and exits', async () => {
  const program = start({ PORT: 'eighty' });
  expect(await program.ended).toBe(1);
  expect(linesOf(program.output())).toEqual([
    { level: 'fatal', time: expect.any(String), msg: 'PORT: must be an integer from 0 to 65535' },
  ]);
});

test('says which database does not answer, without its password and a stack, and exits', async () => {
  const port = await freePort();
  const program = start({ DATABASE_URL: `postgres://cinnabar:letmein9@127.0.0.1:${port}/contracts` });
  expect(await program.ended).toBe(1);
  expect(linesOf(program.output()).filter(({ level }) => level !== 'warn')).toEqual([
    {
      level: 'fatal',
      time: expect.any(String),
      msg: expect.stringContaining(`the database at 127.0.0.1:${port}/contracts refuses connections`),
    },
  ]);
  expect(program.output()).not.toContain('letmein9');
});

test('says that its port is in use before it opens anything, and exits', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const program = start({ PORT: String(port) });
  expect(await program.ended).toBe(1);
  await new Promise((resolve) => other.close(resolve));
  expect(linesOf(program.output()).filter(({ level }) => level !== 'warn')).toEqual([
    {
      level: 'fatal',
      time: expect.any(String),
      msg: `PORT: another program listens on port ${port} of 127.0.0.1: stop it, or choose another port`,
    },
  ]);
  expect(await readdir(dataDir)).toEqual([]);
});

/** Every line of the process is JSON, the first one included. */
function linesOf(output: string): readonly Record<string, unknown>[] {
  const complete = output.slice(0, output.lastIndexOf('\n') + 1);
  return complete
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Record<string, unknown> => JSON.parse(line));
}

function environmentOf(pid: number): Promise<string> {
  // A process that has ended meanwhile has nothing to hide.
  return readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '');
}

async function descendants(pid: number): Promise<readonly number[]> {
  const lists = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const children = lists
    .split(' ')
    .filter((each) => each !== '')
    .map(Number);
  return [...children, ...(await Promise.all(children.map(descendants))).flat()];
}
