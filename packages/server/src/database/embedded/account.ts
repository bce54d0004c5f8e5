import { readFileSync, statSync } from 'node:fs';

/** Whom the database server runs as. PostgreSQL refuses to run as root, for good reasons. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
  /** True when we are root and the account is another one. */
  readonly switched: boolean;
}

const UNPRIVILEGED = ['postgres', 'nobody'];

/**
 * Our own account, or, when we are root: the owner of the cluster if there is one already, else `postgres`, else
 * `nobody`.
 *
 * @param cluster the folder of the cluster, which need not exist
 * @param passwd where accounts are listed
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
