/** Sandboxes for programs that read untrusted bytes. */
import { existsSync, lstatSync, readlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Plain data, because it is also sent to worker threads. */
export type Containment =
  /** Linux namespaces: files, processes, network. */
  | { readonly kind: 'bubblewrap'; readonly program: string }
  /** Kernel rules (Landlock, a system call filter) over the same view, applied by containment/enter.py. */
  | { readonly kind: 'landlock'; readonly python: string }
  /** No mechanism is available. */
  | { readonly kind: 'none'; readonly reason: { readonly zh: string; readonly en: string } }
  /** Disabled by the operator. */
  | { readonly kind: 'off' };

/** For programs that read no untrusted bytes, and for tests. */
export const UNCONTAINED: Containment = { kind: 'off' };

/** Access of a program in addition to the system's programs and libraries. */
export interface SandboxAccess {
  readonly readable: readonly string[];
  /** Private folders of the program. */
  readonly writable: readonly string[];
  /** Whether it communicates with its own children over local sockets, as LibreOffice does. */
  readonly pipes: boolean;
  /** Whether it is killed with the thread that started it; otherwise it detects the end by itself. */
  readonly endsWithStarter: boolean;
}

export type Command = readonly [string, ...string[]];

const LANDLOCK_LAUNCHER = fileURLToPath(new URL('../../containment/enter.py', import.meta.url));

/** Programs, libraries, fonts and their configuration; these folders contain no secrets. */
const SYSTEM_FOLDERS = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'];
const CONFIGURATION = [
  ...['/etc/ld.so.cache', '/etc/ld.so.conf', '/etc/ld.so.conf.d', '/etc/alternatives', '/etc/localtime'],
  ...['/etc/passwd', '/etc/group', '/etc/nsswitch.conf', '/etc/locale.alias', '/etc/ssl/openssl.cnf'],
  ...['/etc/fonts', '/var/cache/fontconfig'],
  ...['/etc/libreoffice', '/var/lib/libreoffice', '/var/spool/libreoffice'],
];
/** Limit of a sandbox's temporary folder, which is in memory, bytes. */
const MAX_TEMPORARY = 256 * 1024 * 1024;

/** Whether a program is isolated at all. */
export function isContaining(containment: Containment): boolean {
  return containment.kind === 'bubblewrap' || containment.kind === 'landlock';
}

/** Paths readable in every sandbox. */
export function systemFolders(): readonly string[] {
  return SYSTEM_FOLDERS;
}

/** The command that runs a program, given by its absolute path, in a sandbox of its own. */
export function inSandbox(containment: Containment, command: Command, access: SandboxAccess): Command {
  switch (containment.kind) {
    case 'bubblewrap':
      return [containment.program, ...namespaces(access), '--', ...command];
    case 'landlock': {
      const readable = [...SYSTEM_FOLDERS, ...CONFIGURATION, ...access.readable];
      const described = JSON.stringify({ readable, writable: access.writable, pipes: access.pipes });
      return [containment.python, '-I', '-S', LANDLOCK_LAUNCHER, described, ...command];
    }
    case 'none':
    case 'off':
      return command;
  }
}

function namespaces({ readable, writable, endsWithStarter }: SandboxAccess): readonly string[] {
  return [
    ...['--unshare-all', '--cap-drop', 'ALL'],
    ...(endsWithStarter ? ['--die-with-parent'] : []),
    ...SYSTEM_FOLDERS.flatMap(systemFolder),
    ...CONFIGURATION.flatMap((path) => ['--ro-bind-try', path, path]),
    ...['--proc', '/proc', '--dev', '/dev', '--size', String(MAX_TEMPORARY), '--tmpfs', '/tmp'],
    // Outer mounts first, so that they do not hide inner ones.
    ...[...readable].sort(byLength).flatMap((path) => ['--ro-bind-try', path, path]),
    ...writable.flatMap((path) => ['--bind', path, path]),
    ...['--remount-ro', '/', '--chdir', '/'],
  ];
}

function byLength(left: string, right: string): number {
  return left.length - right.length;
}

/** Most systems have merged /bin and others into /usr and left symbolic links. */
function systemFolder(path: string): readonly string[] {
  if (!existsSync(path)) return [];
  return lstatSync(path).isSymbolicLink()
    ? ['--symlink', readlinkSync(path), path]
    : ['--ro-bind', path, path];
}
