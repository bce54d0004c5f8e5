import { randomBytes } from 'node:crypto';
import { base32, hashToken, randomToken } from '../../custody/secrets.js';
import type { Tx } from '../../database/schema.js';
import type { CorpId } from '../../operation/context.js';
import { ROTATION_GRACE_MS } from './rules.js';
import { insertApplication, replaceSecret } from './store.js';

export interface NewCredentials {
  readonly appId: string;
  /** Shown only once: only its hash is stored. */
  readonly appSecret: string;
}

export async function createApplication(
  tx: Tx,
  application: {
    readonly corpId: CorpId;
    readonly name: string;
    readonly allowList?: readonly string[];
    /** The secret for this appId, for callers that must be able to reproduce it; random by default. */
    readonly secretOf?: (appId: string) => string;
    readonly now: Date;
  },
): Promise<NewCredentials> {
  const appId = base32(randomBytes(10));
  const credentials = { appId, appSecret: application.secretOf?.(appId) ?? randomToken() };
  await insertApplication(tx, {
    appId: credentials.appId,
    corpId: application.corpId,
    name: application.name,
    secretHash: hashToken(credentials.appSecret),
    allowList: application.allowList ?? [],
    now: application.now,
  });
  return credentials;
}

/**
 * Rotates an application's secret. The previous secret remains valid until the grace period ends; an older secret that
 * is still in its grace period ends at once.
 * @returns null if the enterprise has no such application
 */
export async function rotateSecret(
  tx: Tx,
  application: {
    readonly corpId: CorpId;
    readonly appId: string;
    readonly now: Date;
    readonly graceMs?: number;
  },
): Promise<NewCredentials | null> {
  const appSecret = randomToken();
  const replaced = await replaceSecret(tx, {
    corpId: application.corpId,
    appId: application.appId,
    secretHash: hashToken(appSecret),
    previousUntil: new Date(application.now.getTime() + (application.graceMs ?? ROTATION_GRACE_MS)),
  });
  return replaced ? { appId: application.appId, appSecret } : null;
}
