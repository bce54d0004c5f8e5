import type { MasterKey } from '../custody/master-key.js';
import type { Db } from '../database/schema.js';
import type { FaceProvider } from '../providers/face.js';
import type { IdentityProvider } from '../providers/identity.js';
import { noPayProvider, type PayProvider } from '../providers/pay.js';
import { discardingSms, type SmsSender } from '../providers/sms.js';
import { type Config, InvalidSetting } from '../settings/config.js';

export interface Providers {
  readonly sms: SmsSender;
  readonly identity: IdentityProvider;
  /** null where there is none: face checks are then refused, and all else works without them. */
  readonly faces: FaceProvider | null;
  readonly pay: PayProvider;
}

/** What has only a sandbox adapter so far, by the names that ALLOW_SANDBOX_PROVIDERS takes. */
const sandboxOnly = ['sms', 'identity'] as const;

/**
 * In production a sandbox adapter must have been named on purpose: texts that nobody gets and identities that nobody
 * checks are worse than a service that does not start.
 * @throws InvalidSetting
 */
export function judgeProviders({ mode, allowSandboxProviders }: Config): void {
  const unnamed = sandboxOnly.filter((name) => !allowSandboxProviders.includes(name));
  if (mode === 'production' && unnamed.length > 0) {
    throw new InvalidSetting(
      'ALLOW_SANDBOX_PROVIDERS',
      `there is no real provider for ${unnamed.join(' and ')}, and production takes the sandbox's only where this ` +
        `setting names it (${sandboxOnly.join(',')})`,
    );
  }
}

/**
 * The adapters of everything outside.
 * @throws InvalidSetting
 */
export async function chooseProviders(config: Config, db: Db, masterKey: MasterKey): Promise<Providers> {
  judgeProviders(config);
  const { sandboxIdentity } = await import('../sandbox/identity.js');
  const faces = config.mode === 'sandbox' ? await sandboxFaces(db) : null;
  const pay = await choosePay(config, db, masterKey);
  return { sms: await chooseSms(config, db), identity: sandboxIdentity, faces, pay };
}

/** The sandbox keeps its messages readable for whoever tries it out. Production keeps none, nor what a sandbox left. */
async function chooseSms({ mode }: Config, db: Db): Promise<SmsSender> {
  if (mode === 'production') {
    await db.deleteFrom('sandbox_messages').execute();
    return discardingSms;
  }
  const { SandboxSmsOutbox } = await import('../sandbox/sms-outbox.js');
  return new SandboxSmsOutbox(db);
}

/** Its checks are decided on the sandbox's own paths, which production does not have. */
async function sandboxFaces(db: Db): Promise<FaceProvider> {
  const { SandboxFaces } = await import('../sandbox/faces.js');
  return new SandboxFaces(db);
}

/** Contracts can be signed where nobody is paid, so that production without a payment provider starts all the same. */
async function choosePay(config: Config, db: Db, masterKey: MasterKey): Promise<PayProvider> {
  if (config.mode === 'production' && !config.allowSandboxProviders.includes('pay')) return noPayProvider;
  const { SandboxPay } = await import('../sandbox/pay.js');
  return new SandboxPay({ db, masterKey, baseUrl: config.baseUrl });
}
