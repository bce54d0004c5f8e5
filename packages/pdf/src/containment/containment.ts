/** Sandboxes for programs that read untrusted bytes. */
import { existsSync, lstatSync, readlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Plain data: it goes to worker threads too. */
export type Containment =
  /** Namespaces of their own: files, processes, network. */
  | { readonly kind: 'bubblewrap'; readonly program: string }
  /** Rules of the kernel over the same view: containment/enter.py is the door. */
  | { readonly kind: 'landlock'; readonly python: string }
  /** Nothing of that works here. */
  | { readonly kind: 'none'; readonly reason: string }
  /** Somebody wants it so. */
  | { readonly kind: 'off' };

/** For programs that read nothing of strangers, and tests. */
export const UNCONTAINED: Containment = { kind: 'off' };

/** Access of a program in addition to the system's programs and libraries. */
export interface Room {
  readonly readable: readonly string[];
  /** Folders of its own, which nobody else works in. */
  readonly writable: readonly string[];
  /** It talks to children of its own over sockets of this machine, as LibreOffice does. */
  readonly pipes: boolean;
  /** Ends with the thread that started it; otherwise it finds out for itself. */
  readonly endsWithStarter: boolean;
}

export type Command = readonly [string, ...string[]];

const DOOR = fileURLToPath(new URL('../../containment/enter.py', import.meta.url));

/** Programs, libraries, fonts, and what they are configured by; no secret of anybody is kept in these. */
const SYSTEM_FOLDERS = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'];
const CONFIGURATION = [
  ...['/etc/ld.so.cache', '/etc/ld.so.conf', '/etc/ld.so.conf.d', '/etc/alternatives', '/etc/localtime'],
  ...['/etc/passwd', '/etc/group', '/etc/nsswitch.conf', '/etc/locale.alias', '/etc/ssl/openssl.cnf'],
  ...['/etc/fonts', '/var/cache/fontconfig'],
  ...['/etc/libreoffice', '/var/lib/libreoffice', '/var/spool/libreoffice'],
];
/** Bytes that may be put into the temporary folder of one room, which is memory. */
const MAX_TEMPORARY = 256 * 1024 * 1024;

/** Whether a program is isolated at all. */
export function isContaining(containment: Containment): boolean {
  return containment.kind === 'bubblewrap' || containment.kind === 'landlock';
}

/** Paths readable in every sandbox. */
export function systemFolders(): readonly string[] {
  return SYSTEM_FOLDERS;
}

/** The command that runs a program, named by its whole path, in a room of its own. */
export function inRoom(containment: Containment, command: Command, room: Room): Command {
  switch (containment.kind) {
    case 'bubblewrap':
      return [containment.program, ...namespaces(room), '--', ...command];
    case 'landlock': {
      const readable = [...SYSTEM_FOLDERS, ...CONFIGURATION, ...room.readable];
      const described = JSON.stringify({ readable, writable: room.writable, pipes: room.pipes });
      return [containment.python, '-I', '-S', DOOR, described, ...command];
    }
    case 'none':
    case 'off':
      return command;
  }
}

function namespaces({ readable, writable, endsWithStarter }: Room): readonly string[] {
  return [
    ...['--unshare-all', '--cap-drop', 'ALL'],
    ...(endsWithStarter ? ['--die-with-parent'] : []),
    ...SYSTEM_FOLDERS.flatMap(systemFolder),
    ...CONFIGURATION.flatMap((path) => ['--ro-bind-try', path, path]),
    ...['--proc', '/proc', '--dev', '/dev', '--size', String(MAX_TEMPORARY), '--tmpfs', '/tmp'],
    // The outer ones first, so that they do not hide the inner ones.
    ...[...readable].sort(byLength).flatMap((path) => ['--ro-bind-try', path, path]),
    ...writable.flatMap((path) => ['--bind', path, path]),
    ...['--remount-ro', '/', '--chdir', '/'],
  ];
}

function byLength(left: string, right: string): number {
  return left.length - right.length;
}

/** Most systems have moved /bin and the others into /usr and left links behind. */
function systemFolder(path: string): readonly string[] {
  if (!existsSync(path)) return [];
  return lstatSync(path).isSymbolicLink()
    ? ['--symlink', readlinkSync(path), path]
    : ['--ro-bind', path, path];
}
