import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { textFontFolders } from '@cinnabar/fonts';
import type { SandboxAccess } from '@cinnabar/pdf/containment/containment.js';
import { privateFolder } from '@cinnabar/pdf/engine/private-folder.js';
import { writeOfficeFontConfig } from '@cinnabar/pdf/render/font-config.js';
import { SEARCH_PATH } from './find-libreoffice.js';

/** Private folder of one instance: its profile, its temporary files and the document being converted. */
export interface OfficeFolder {
  readonly path: string;
  /** Name of the pipe for communicating with this instance. */
  readonly pipe: string;
  /** URL of its profile. */
  readonly profile: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Paths that its instance may read and write. */
  readonly access: SandboxAccess;
  remove(): Promise<void>;
}

const SCRIPTS = fileURLToPath(new URL('../../../office', import.meta.url));

/**
 * LibreOffice settings: no macro runs, even a signed one; linked content is neither fetched nor updated, and should it
 * be fetched all the same, the only route is a proxy that does not exist.
 */
const SETTINGS: readonly (readonly [path: string, name: string, value: string | number | boolean])[] = [
  ['/org.openoffice.Office.Common/Security/Scripting', 'MacroSecurityLevel', 3],
  ['/org.openoffice.Office.Common/Security/Scripting', 'DisableMacrosExecution', true],
  ['/org.openoffice.Office.Common/Security/Scripting', 'BlockUntrustedRefererLinks', true],
  ['/org.openoffice.Office.Common/Security/Scripting', 'CheckDocumentEvents', false],
  ['/org.openoffice.Office.Common/Security', 'DisableEmbedLinkedContent', true],
  ['/org.openoffice.Office.Common/Misc', 'FirstRun', false],
  ['/org.openoffice.Office.Writer/Content/Update', 'Link', 0],
  ['/org.openoffice.Office.WriterWeb/Content/Update', 'Link', 0],
  ['/org.openoffice.Inet/Settings', 'ooInetProxyType', 2],
  ['/org.openoffice.Inet/Settings', 'ooInetHTTPProxyName', '127.0.0.1'],
  ['/org.openoffice.Inet/Settings', 'ooInetHTTPProxyPort', 9],
  ['/org.openoffice.Inet/Settings', 'ooInetHTTPSProxyName', '127.0.0.1'],
  ['/org.openoffice.Inet/Settings', 'ooInetHTTPSProxyPort', 9],
  ['/org.openoffice.Inet/Settings', 'ooInetFTPProxyName', '127.0.0.1'],
  ['/org.openoffice.Inet/Settings', 'ooInetFTPProxyPort', 9],
  ['/org.openoffice.Inet/Settings', 'ooInetNoProxy', ''],
  ['/org.openoffice.Setup/Office', 'ooSetupInstCompleted', true],
  // Crash recovery would restore one customer's document into another one's conversion.
  ['/org.openoffice.Office.Recovery/RecoveryInfo', 'Enabled', false],
  ['/org.openoffice.Office.Recovery/AutoSave', 'Enabled', false],
];

/**
 * @param fontDir the operator's own fonts, which precede the bundled ones
 * @param programs the programs that run it
 */
export async function openOfficeFolder(
  fontDir: string | null,
  programs: readonly string[],
): Promise<OfficeFolder> {
  const path = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));
  const user = join(path, 'profile', 'user');
  const temporary = join(path, 'tmp');
  await mkdir(user, { recursive: true, mode: 0o700 });
  await mkdir(temporary, { mode: 0o700 });
  const pipe = `cinnabar${randomBytes(16).toString('hex')}`;
  const profile = pathToFileURL(join(path, 'profile')).href;
  await writeFile(join(user, 'registrymodifications.xcu'), registry(), { mode: 0o600 });
  return {
    path,
    pipe,
    profile,
    environment: {
      PATH: SEARCH_PATH,
      HOME: path,
      TMPDIR: temporary,
      LANG: 'C.UTF-8',
      FONTCONFIG_FILE: writeOfficeFontConfig(officeFontFolders(fontDir)),
      // Display plug-ins are not needed.
      SAL_USE_VCLPLUGIN: 'svp',
      PYTHONDONTWRITEBYTECODE: '1',
    },
    access: {
      readable: [...officeReads(fontDir), ...(await Promise.all(programs.map(installationOf)))],
      writable: [path],
      pipes: true,
      // Removed by the instance itself when the service has ended.
      endsWithStarter: false,
    },
    async remove() {
      await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
      await removeSockets([pipe, `SingleOfficeIPC_${profileDigest(profile)}`]);
    },
  };
}

const PREFIX = 'cinnabar-office-';

/** Deletes folders of killed services: a sandboxed instance cannot remove its own folder. */
export async function removeLeftFolders(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const [, pid] = /^cinnabar-office-(\d+)-\w+$/.exec(name) ?? [];
    if (pid !== undefined && !isAlive(Number(pid)))
      await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined);
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

/** Our script, and the fonts with their cache. */
export function officeReads(fontDir: string | null): readonly string[] {
  return [SCRIPTS, privateFolder(), ...officeFontFolders(fontDir)];
}

/** The operator's own fonts precede the bundled ones. */
export function officeFontFolders(fontDir: string | null): readonly string[] {
  return [...(fontDir === null ? [] : [resolve(fontDir)]), ...textFontFolders()];
}

/** LibreOffice's own builds have a folder of their own, with `program` in it. */
async function installationOf(program: string): Promise<string> {
  const real = await realpath(program);
  return basename(dirname(real)) === 'program' ? dirname(dirname(real)) : real;
}

/** Folder of LibreOffice's pipe sockets, independent of TMPDIR. */
const SOCKETS = '/tmp';

/** A killed instance leaves its sockets: `OSL_PIPE_<uid>_<name>`, with the uid of its namespace. */
async function removeSockets(names: readonly string[]): Promise<void> {
  const left = (await readdir(SOCKETS).catch(() => [])).filter(
    (entry) => entry.startsWith('OSL_PIPE_') && names.some((name) => entry.endsWith(`_${name}`)),
  );
  for (const entry of left) await rm(join(SOCKETS, entry), { force: true });
}

/** The pipe name by which a second start on the same profile finds the first: MD5 without leading zeros. */
function profileDigest(profile: string): string {
  const digest = createHash('md5').update(profile, 'utf16le').digest();
  return Array.from(digest, (byte) => byte.toString(16)).join('');
}

function registry(): string {
  const items = SETTINGS.map(
    ([path, name, value]) =>
      `<item oor:path="${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema"' +
      ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">',
    ...items,
    '</oor:items>',
    '',
  ].join('\n');
}
