import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newMasterKey } from '@cinnabar/server/custody/master-key.js';
import { afterEach, beforeEach, expect, test } from 'vitest';

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
        const found = /listens on (http:\S+)/.exec(output)?.[1];
        if (found !== undefined) return found;
        if (child.exitCode !== null) throw new Error(output);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
  };
}

test('starts with a database of its own, stops cleanly on SIGTERM, and restarts with its data', async () => {
  for (let round = 0; round < 2; round += 1) {
    const program = start({});
    const ready = await fetch(`${await program.address()}/readyz`);
    expect(ready.status).toBe(200);
    program.child.kill('SIGTERM');
    expect([await program.ended, program.output()]).toEqual([0, expect.stringContaining('demo.json')]);
    // Buffered, but written before the process exits.
    expect(program.output()).toContain('"op":"/readyz"');
  }
});

test('reports an invalid setting, and exits', async () => {
  const program = start({ PORT: 'eighty' });
  expect(await program.ended).toBe(1);
  expect(program.output()).toBe('cinnabar: PORT: must be an integer from 0 to 65535\n');
});

test.skipIf(process.platform !== 'linux')(
  'no child process has the master key in its environment; given as a file, neither has the service',
  async () => {
    const key = newMasterKey();
    await writeFile(join(dataDir, 'key'), key);
    for (const settings of [{ MASTER_KEY: key }, { MASTER_KEY_FILE: join(dataDir, 'key') }] satisfies Record<
      string,
      string
    >[]) {
      const program = start(settings);
      await program.address();
      const { pid = 0 } = program.child;
      const children = await descendants(pid);
      expect(children.length).toBeGreaterThan(0);
      for (const child of children) expect(await environmentOf(child)).not.toContain(key);
      // The initial environment of the process stays readable, which is what the file is for.
      expect((await environmentOf(pid)).includes(key)).toBe('MASTER_KEY' in settings);
      program.child.kill('SIGTERM');
      expect(await program.ended).toBe(0);
    }
  },
);

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
