import { type ChildProcess, fork } from 'node:child_process';

/**
 * Programs are started by a small helper process: forking a process of hundreds of megabytes blocks it for tens of
 * milliseconds while its page tables are copied.
 */
const starter = new URL('./program-starter.mjs', import.meta.url);

export interface Ran {
  /** Whether it exited with status 0 within the time limit. */
  readonly ok: boolean;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
}

interface Told {
  readonly id: number;
  readonly ok: boolean;
  readonly missing: boolean;
  readonly stdout: Uint8Array;
  readonly stderr: Uint8Array;
}

const waiting = new Map<number, (told: Told) => void>();
let started: ChildProcess | null = null;
let runs = 0;

/** Runs a program to its end, whatever its status; rejects if it does not exist. Timeout in milliseconds. */
export async function run(
  program: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly timeout?: number } = {},
): Promise<Ran> {
  started ??= start();
  const id = ++runs;
  const child = started;
  const { ok, missing, stdout, stderr } = await new Promise<Told>((resolve) => {
    waiting.set(id, resolve);
    child.ref();
    child.channel?.ref();
    child.send({ id, program, args, options });
  });
  if (missing) throw new Error(`there is no ${program}`);
  return { ok, stdout: Buffer.from(stdout), stderr: Buffer.from(stderr) };
}

/** Output of a program, on both streams. */
export async function said(program: string, cwd: string, ...args: readonly string[]): Promise<string> {
  const { stdout, stderr } = await run(program, args, { cwd });
  return `${stdout}${stderr}`;
}

function start(): ChildProcess {
  const child = fork(starter, { serialization: 'advanced', execArgv: [] });
  child.on('message', (told: Told) => {
    const resolve = waiting.get(told.id);
    waiting.delete(told.id);
    // Does not keep an idle process alive.
    if (waiting.size === 0) {
      child.unref();
      child.channel?.unref();
    }
    resolve?.(told);
  });
  child.on('exit', () => {
    started = null;
  });
  return child;
}
