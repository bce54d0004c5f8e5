/** The signing service that the settings name. docs/providers/keys.md describes them. */
import type { OutsideKeyStore } from '../../custody/outside-key-store.js';
import { InvalidSetting } from '../../settings/invalid-setting.js';
import type { AdapterSettings, SettingNeed } from '../adapter.js';
import { openHttpExchange } from '../kit/http-exchange.js';
import { readSecureAddress, readTls } from '../kit/outside-tls.js';
import { openProviderParts } from '../kit/provider-parts.js';
import { RemoteSigner } from './remote-signer.js';
import type { RemoteAccess } from './remote-signer-tokens.js';

export const REMOTE_SIGNER_SETTINGS: Readonly<Record<string, SettingNeed>> = {
  REMOTE_SIGNER_URL: 'required',
  REMOTE_SIGNER_TOKEN: 'optional secret',
  REMOTE_SIGNER_CLIENT_ID: 'optional',
  REMOTE_SIGNER_CLIENT_SECRET: 'optional secret',
  REMOTE_SIGNER_CA: 'optional',
  REMOTE_SIGNER_CLIENT_CERT: 'optional',
  REMOTE_SIGNER_CLIENT_KEY: 'optional secret',
};

/** Opens no connection. @throws InvalidSetting */
export function openRemoteKeyStore(settings: AdapterSettings): OutsideKeyStore {
  const url = readSecureAddress(settings, 'REMOTE_SIGNER_URL');
  const exchange = openHttpExchange(
    readTls(settings, {
      ca: 'REMOTE_SIGNER_CA',
      cert: 'REMOTE_SIGNER_CLIENT_CERT',
      key: 'REMOTE_SIGNER_CLIENT_KEY',
    }),
  );
  return new RemoteSigner(
    { ...openProviderParts(), exchange, provider: 'keys-remote' },
    { url, access: accessIn(settings) },
  );
}

function accessIn(settings: AdapterSettings): RemoteAccess {
  const {
    REMOTE_SIGNER_TOKEN: token,
    REMOTE_SIGNER_CLIENT_ID: clientId,
    REMOTE_SIGNER_CLIENT_SECRET: clientSecret,
  } = settings;
  if (token !== undefined && clientId === undefined && clientSecret === undefined) {
    if (/^[\x21-\x7e]+$/.test(token)) return { token };
    throw new InvalidSetting('REMOTE_SIGNER_TOKEN', 'must consist of visible ASCII characters');
  }
  if (token === undefined && clientId !== undefined && clientSecret !== undefined)
    return { clientId, clientSecret };
  throw new InvalidSetting(
    'REMOTE_SIGNER_TOKEN',
    'is required for key store remote, or REMOTE_SIGNER_CLIENT_ID and REMOTE_SIGNER_CLIENT_SECRET instead of it',
  );
}
