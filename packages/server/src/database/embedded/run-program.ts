import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import type { Account } from './account.js';

/** The programs see nothing of our own environment: no secret, no locale, no PG* variable. */
export const PROGRAM_ENVIRONMENT = Object.freeze({ LC_ALL: 'C.UTF-8', TZ: 'UTC', PATH: '/usr/bin:/bin' });

/** Options of `spawn` that make a child run as the account. */
export function asAccount(account: Account): { uid?: number; gid?: number } {
  return account.switched ? { uid: account.uid, gid: account.gid } : {};
}

/**
 * A folder as a child process can reach it. Another account cannot walk to a folder below a home folder of mode 0700,
 * even if it owns the folder itself; but a descriptor that it inherits opens it all the same, and keeps the whole
 * data folder in one place. `descriptor` becomes the child's number 3.
 */
export interface ReachableFolder {
  readonly path: string;
  readonly descriptor: number | 'ignore';
  release(): void;
}

export function reachFolder(folder: string, account: Account): ReachableFolder {
  if (!account.switched || process.platform !== 'linux') {
    return { path: folder, descriptor: 'ignore', release: () => undefined };
  }
  const descriptor = openSync(folder, 'r');
  return { path: '/proc/self/fd/3', descriptor, release: () => closeSync(descriptor) };
}

export interface ProgramResult {
  readonly code: number | null;
  readonly output: string;
}

/** Runs a program to its end; `output` is what it printed on both streams. Never throws: code null if not startable. */
export async function runProgram(
  program: string,
  args: readonly string[],
  options: { readonly account: Account; readonly folder?: ReachableFolder },
): Promise<ProgramResult> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'pipe', options.folder?.descriptor ?? 'ignore'],
      env: PROGRAM_ENVIRONMENT,
      cwd: '/',
      ...asAccount(options.account),
    });
    let output = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    child.once('error', (error) => resolve({ code: null, output: error.message }));
    child.once('close', (code) => resolve({ code, output }));
  });
}
