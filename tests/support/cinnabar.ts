import { type ExecFileException, execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { runCommandLine } from '@cinnabar/cli/command-line.js';

/** The program of the command line. */
export const PROGRAM = fileURLToPath(new URL('../../packages/cli/bin/cinnabar.js', import.meta.url));

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly errors: string;
}

/** Runs the command line in a folder, with these settings only. */
export function cinnabar(
  folder: string,
  settings: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<Ran> {
  const env = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...settings };
  return new Promise((resolve) => {
    const done = (error: ExecFileException | null, out: string, errors: string): void =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, errors });
    execFile(process.execPath, [PROGRAM, ...args], { cwd: folder, env }, done);
  });
}

/**
 * Runs a command line as the program does, but within this process, because starting one takes most of a second. For
 * commands that read no file by a relative name; usage and corp-create run the program itself.
 */
export async function commandLine(
  settings: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<Ran> {
  const told: Record<'out' | 'errors', string> = { out: '', errors: '' };
  const code = await runCommandLine(args, {
    environment: settings,
    stdout: (text) => {
      told.out += `${text}\n`;
    },
    stderr: (text) => {
      told.errors += `${text}\n`;
    },
  });
  return { code, ...told };
}

/** The output of `corp create --json`. */
export interface CreatedCorp {
  readonly corpId: number;
  readonly corpName: string;
  readonly identStatus: string;
  readonly appId: string;
  readonly appSecret: string;
  readonly owner: {
    readonly userId: number;
    readonly userName: string;
    readonly mobile: string;
    readonly invited: boolean;
  };
}

export interface Diagnosis {
  readonly healthy: boolean;
  readonly findings: readonly {
    readonly check: string;
    readonly status: 'ok' | 'warn' | 'error';
    readonly message: string;
    readonly remedy: string | null;
  }[];
}
