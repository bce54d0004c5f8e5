import { readFileSync, statSync } from 'node:fs';

/** The operating system account of the database server. PostgreSQL refuses to run as root, for security. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
  /** Whether this process runs as root and the server as another account. */
  readonly switched: boolean;
}

const UNPRIVILEGED = ['postgres', 'nobody'];

/**
 * Returns the account of this process or, as root: the owner of an existing cluster, otherwise `postgres`, otherwise
 * `nobody`.
 *
 * @param cluster folder of the cluster, which may not exist
 * @param passwd list of accounts
 */
export function chooseAccount(cluster: string, passwd = '/etc/passwd'): Account {
  const uid = process.getuid?.() ?? -1;
  const gid = process.getgid?.() ?? -1;
  if (uid !== 0) return { uid, gid, switched: false };
  const owner = statSync(cluster, { throwIfNoEntry: false });
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid, switched: true };
  return { ...findUnprivileged(readFileSync(passwd, 'utf8')), switched: true };
}

function findUnprivileged(passwd: string): { uid: number; gid: number } {
  const accounts = passwd.split('\n').map((line) => line.split(':'));
  for (const name of UNPRIVILEGED) {
    const account = accounts.find((fields) => fields[0] === name);
    const uid = Number(account?.[2]);
    const gid = Number(account?.[3]);
    if (Number.isInteger(uid) && Number.isInteger(gid) && uid > 0) return { uid, gid };
  }
  return { uid: 65_534, gid: 65_534 };
}
