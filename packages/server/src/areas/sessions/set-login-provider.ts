import type { Db } from '../../database/schema.js';
import { transact } from '../../database/transact.js';
import type { CorpId } from '../../operation/context.js';
import type { Services } from '../../operation/services.js';
import { commandOrigin, recordAct } from '../audit/index.js';
import { providerSealing } from './oidc.js';
import { removeLoginProvider, saveLoginProvider } from './store/login-providers.js';

export interface ProviderSettings {
  /** Its identifier, from which its addresses are discovered (OpenID Connect Discovery 1.0). */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Sets the provider by which the members of the enterprise log in; null: none. */
export async function setLoginProvider(
  {
    db,
    services,
    now,
  }: { readonly db: Db; readonly services: Pick<Services, 'envelope'>; readonly now: Date },
  corpId: CorpId,
  settings: ProviderSettings | null,
): Promise<void> {
  const after = { issuer: settings?.issuer ?? null, clientId: settings?.clientId ?? null };
  const act = { corpId, userId: null, appId: null, act: 'corp.loginProvider', after } as const;
  if (settings === null) {
    await transact(db, async (tx) => {
      await removeLoginProvider(tx, corpId);
      await recordAct(tx, act, commandOrigin(now));
    });
    return;
  }
  const { issuer, clientId } = settings;
  const plain = Buffer.from(settings.clientSecret, 'utf8');
  const clientSecret = await services.envelope.encrypt(corpId, providerSealing(), plain);
  await transact(db, async (tx) => {
    await saveLoginProvider(tx, { corpId, issuer, clientId, clientSecret }, now);
    await recordAct(tx, act, commandOrigin(now));
  });
}
