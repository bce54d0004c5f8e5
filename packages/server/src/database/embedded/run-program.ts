import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import type { Account } from './account.js';

/** Environment of the server's programs, which inherit nothing: no secret, no locale, no PG* variable. */
export const PROGRAM_ENVIRONMENT = Object.freeze({ LC_ALL: 'C.UTF-8', TZ: 'UTC', PATH: '/usr/bin:/bin' });

/** Options of `spawn` to run a child as the account. */
export function asAccount(account: Account): { uid?: number; gid?: number } {
  return account.switched ? { uid: account.uid, gid: account.gid } : {};
}

/**
 * A folder in the form in which a child process can access it. Another account cannot traverse a home folder with mode
 * 0700, even to a folder that it owns; an inherited descriptor gives access nevertheless, and keeps all data in one
 * place. `descriptor` becomes descriptor 3 of the child.
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

/**
 * Runs a program until it exits; `output` is what it printed on both streams. Never throws: the code is null if it
 * cannot be started.
 */
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
