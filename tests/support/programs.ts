import {
  type ChildProcess,
  fork,
  type SpawnSyncOptionsWithBufferEncoding,
  type SpawnSyncReturns,
  spawnSync,
} from 'node:child_process';
import { TestRunner } from 'vitest';
import { TOOLS } from '../../scripts/test-tools/tools.mjs';

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

/** Runs a program to its end, whatever its status; skips the test if it is not installed. Timeout in milliseconds. */
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
  if (missing) return skipWithout(program);
  return { ok, stdout: Buffer.from(stdout), stderr: Buffer.from(stderr) };
}

/** Output of a program, on both streams. */
export async function said(program: string, cwd: string, ...args: readonly string[]): Promise<string> {
  const { stdout, stderr } = await run(program, args, { cwd });
  return `${stdout}${stderr}`;
}

/** Runs a program to its end, as `run` does, and blocks until then. */
export function runSync(
  program: string,
  args: readonly string[],
  options: Omit<SpawnSyncOptionsWithBufferEncoding, 'encoding'> = {},
): SpawnSyncReturns<Buffer> {
  const done = spawnSync(program, args, { maxBuffer: 1 << 28, ...options });
  if (isMissing(done.error)) return skipWithout(program);
  if (done.error !== undefined) throw done.error;
  return done;
}

/** What a program prints; throws if it ends with another status than 0, skips the test if it is not installed. */
export function outputOf(
  program: string,
  args: readonly string[],
  options: Omit<SpawnSyncOptionsWithBufferEncoding, 'encoding'> = {},
): string {
  const { status, stdout, stderr } = runSync(program, args, options);
  if (status !== 0) throw new Error(`${program} ended with status ${status}: ${stdout}${stderr}`);
  return stdout.toString();
}

/** EACCES: not found, and PATH names a folder that this user may not enter. */
function isMissing(error: Error | undefined): boolean {
  return error !== undefined && 'code' in error && (error.code === 'ENOENT' || error.code === 'EACCES');
}

/** Ends the running test as skipped. A hook cannot be skipped: its suite carries the program's name as a tag. */
function skipWithout(program: string): never {
  const tool = TOOLS.find(({ name, commands = [name] }) => commands.includes(program));
  const reason = `needs ${tool?.name ?? program}`;
  const test = TestRunner.getCurrentTest();
  if (tool !== undefined && test !== undefined) test.context.skip(reason);
  throw new Error(reason);
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
