import { createHmac } from 'node:crypto';
import type { MasterKey } from '../../custody/master-key.js';

/**
 * A secret of the demo data, derived from the master key: the database stores only hashes, as for any other secret, and
 * a lost demo.json can be written again with the same contents.
 *
 * @param name owner and kind of the secret, such as `appSecret 12`
 */
function derive(masterKey: Pick<MasterKey, 'blindIndex'>, name: string): Buffer {
  return createHmac('sha256', masterKey.blindIndex).update(`sandbox demo data\u0000${name}`, 'utf8').digest();
}

/** 256 bits in the form of every application secret. */
export function demoAppSecret(masterKey: Pick<MasterKey, 'blindIndex'>, appId: string): string {
  return derive(masterKey, `appSecret ${appId}`).toString('base64url');
}

/** Six digits. */
export function demoSignPwd(
  masterKey: Pick<MasterKey, 'blindIndex'>,
  membership: { readonly corpId: number; readonly userId: number },
): string {
  const bytes = derive(masterKey, `signPwd ${membership.corpId} ${membership.userId}`);
  return String(bytes.readUInt32BE() % 1_000_000).padStart(6, '0');
}
