// Tests write thousands of databases and files that are never read again, and durable ones are flushed to the disk one
// by one. In memory both are free.

import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const NAME = 'cinnabar-tests-';
/** A whole run uses at most about a quarter of it. */
const ENOUGH = 8 * 1024 ** 3;

/** Sets TMPDIR to a folder in memory for this process and its children, if there is enough memory. */
export function useMemory(): void {
  if (process.env['TMPDIR'] !== undefined || !isRoomy()) return;
  forgetTheDead();
  const folder = mkdtempSync(join(MEMORY, `${NAME}${process.pid}-`));
  // With the permissions of the replaced folder, because tests run programs under other accounts.
  chmodSync(folder, 0o1777);
  process.env['TMPDIR'] = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}

function isRoomy(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return Math.min(bavail * bsize, freemem()) > ENOUGH && canRunPrograms();
  } catch {
    return false;
  }
}

/** Containers often forbid this. */
function canRunPrograms(): boolean {
  const folder = mkdtempSync(join(MEMORY, NAME));
  try {
    const program = join(folder, 'program');
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 });
    return spawnSync(program).status === 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Left behind by killed runs. */
function forgetTheDead(): void {
  for (const name of readdirSync(MEMORY)) {
    const pid = Number(new RegExp(`^${NAME}(\\d+)-`).exec(name)?.[1]);
    if (pid > 0 && !existsSync(`/proc/${pid}`)) rmSync(join(MEMORY, name), { recursive: true, force: true });
  }
}
