import {
  type Command,
  type Containment,
  inRoom,
  isContaining,
  type Room,
} from '@cinnabar/pdf/containment/containment.js';
import { canCutOff } from './find-libreoffice.js';

/** What lies between a LibreOffice and everything else. */
export interface Isolation {
  readonly containment: Containment;
  /** Where nothing keeps it apart: whether it loses the network at least (Linux namespaces). */
  readonly cutOff: boolean;
}

/**
 * null where LibreOffice would have the network, and with it whatever a document of a stranger makes it fetch or send,
 * unless somebody wants it so.
 */
export async function isolationBy(
  containment: Containment,
  canBeCutOff: () => Promise<boolean> = canCutOff,
): Promise<Isolation | null> {
  if (isContaining(containment)) return { containment, cutOff: false };
  const cutOff = await canBeCutOff();
  return cutOff || containment.kind === 'off' ? { containment, cutOff } : null;
}

export function isolated({ containment, cutOff }: Isolation, command: Command, room: Room): Command {
  return cutOff
    ? ['/usr/bin/unshare', '--map-root-user', '--net', '--', ...command]
    : inRoom(containment, command, room);
}
