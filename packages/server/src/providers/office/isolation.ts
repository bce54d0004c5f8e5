import {
  type Command,
  type Containment,
  inSandbox,
  isContaining,
  type SandboxAccess,
} from '@cinnabar/pdf/containment/containment.js';
import { canIsolateNetwork } from './find-libreoffice.js';

/** Isolation of a LibreOffice process. */
export interface Isolation {
  readonly containment: Containment;
  /** Without a sandbox: whether it is at least isolated from the network (Linux namespaces). */
  readonly cutOff: boolean;
}

/**
 * null if LibreOffice would have network access, and with it whatever an untrusted document makes it fetch or send,
 * unless the operator accepts that.
 */
export async function isolationBy(
  containment: Containment,
  canBeCutOff: () => Promise<boolean> = canIsolateNetwork,
): Promise<Isolation | null> {
  if (isContaining(containment)) return { containment, cutOff: false };
  const cutOff = await canBeCutOff();
  return cutOff || containment.kind === 'off' ? { containment, cutOff } : null;
}

export function isolated(
  { containment, cutOff }: Isolation,
  command: Command,
  access: SandboxAccess,
): Command {
  return cutOff
    ? ['/usr/bin/unshare', '--map-root-user', '--net', '--', ...command]
    : inSandbox(containment, command, access);
}
