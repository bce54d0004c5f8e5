import { spawn } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';

export interface LibreOffice {
  /** Path of the program. */
  readonly soffice: string;
  /** A Python with LibreOffice's module `uno`; null if there is none, and LibreOffice is started for each document. */
  readonly python: string | null;
}

/** The environment is not inherited: it contains the service's secrets. */
export const SEARCH_PATH = '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin:/opt/local/bin';
const ELSEWHERE = ['/opt/libreoffice/program', '/Applications/LibreOffice.app/Contents/MacOS'];
/** LibreOffice's own builds bundle a Python; Debian's module requires Debian's Python. */
const PYTHONS = [
  '/usr/bin/python3',
  '/opt/libreoffice/program/python',
  '/Applications/LibreOffice.app/Contents/Resources/python',
];
const PROBE_DEADLINE = 10_000;

/** The LibreOffice installed on this machine; null if there is none. */
export async function findLibreOffice(): Promise<LibreOffice | null> {
  const places = [...SEARCH_PATH.split(':'), ...ELSEWHERE].map((folder) => join(folder, 'soffice'));
  const soffice = await firstOf(places, isProgram);
  if (soffice === null) return null;
  return { soffice, python: await firstOf(PYTHONS, hasUno) };
}

/** Whether a process can be isolated from all networks here (Linux namespaces). */
export function canIsolateNetwork(): Promise<boolean> {
  return succeeds('/usr/bin/unshare', ['--map-root-user', '--net', '--', 'true']);
}

async function firstOf(
  paths: readonly string[],
  fits: (path: string) => Promise<boolean>,
): Promise<string | null> {
  for (const path of paths) if (await fits(path)) return path;
  return null;
}

async function isProgram(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

async function hasUno(path: string): Promise<boolean> {
  return (await isProgram(path)) && (await succeeds(path, ['-I', '-c', 'import uno']));
}

function succeeds(program: string, args: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      env: { PATH: SEARCH_PATH },
      stdio: 'ignore',
      timeout: PROBE_DEADLINE,
      killSignal: 'SIGKILL',
    });
    child.on('error', () => resolve(false));
    child.on('close', (code) => resolve(code === 0));
  });
}
