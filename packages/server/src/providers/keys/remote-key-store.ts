/** The signing service that the settings name. docs/providers/keys.md describes them. */
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type { OutsideKeyStore } from '../../custody/outside-key-store.js';
import { InvalidSetting } from '../../settings/invalid-setting.js';
import type { AdapterSettings, SettingNeed } from '../adapter.js';
import { type HttpTls, openHttpExchange } from '../kit/http-exchange.js';
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
  const url = addressIn(settings);
  const exchange = openHttpExchange(tlsIn(settings));
  return new RemoteSigner(
    { ...openProviderParts(), exchange, provider: 'keys-remote' },
    { url, access: accessIn(settings) },
  );
}

/** Whoever could read or change the requests could have anything signed: without TLS only on this machine. */
function addressIn(settings: AdapterSettings): string {
  const given = settings['REMOTE_SIGNER_URL'] ?? '';
  const url = URL.canParse(given) ? new URL(given) : null;
  const isLocal = url !== null && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  const isGood = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal);
  if (url === null || !isGood || url.search !== '' || url.hash !== '' || url.username !== '')
    throw new InvalidSetting('REMOTE_SIGNER_URL', 'must begin with https://, without user name and query');
  return given;
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

function tlsIn(settings: AdapterSettings): HttpTls {
  const ca = fileIn(settings, 'REMOTE_SIGNER_CA');
  const cert = fileIn(settings, 'REMOTE_SIGNER_CLIENT_CERT');
  const key = settings['REMOTE_SIGNER_CLIENT_KEY'];
  if ((cert === undefined) !== (key === undefined))
    throw new InvalidSetting(
      'REMOTE_SIGNER_CLIENT_CERT',
      'and REMOTE_SIGNER_CLIENT_KEY are given together or not at all',
    );
  if (ca !== undefined) requireContext({ ca }, 'REMOTE_SIGNER_CA', 'holds no certificate in PEM');
  if (cert === undefined || key === undefined) return ca === undefined ? {} : { ca };
  requireContext({ cert, key }, 'REMOTE_SIGNER_CLIENT_CERT', 'does not belong to REMOTE_SIGNER_CLIENT_KEY');
  return { ...(ca === undefined ? {} : { ca }), cert, key };
}

function fileIn(settings: AdapterSettings, name: string): string | undefined {
  const path = settings[name];
  if (path === undefined) return undefined;
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new InvalidSetting(name, error instanceof Error ? error.message : String(error));
  }
}

function requireContext(tls: HttpTls, setting: string, fault: string): void {
  // Text without any certificate is no error to Node.js, and would be no authority at all.
  const isPem = (tls.ca ?? tls.cert ?? '').includes('-----BEGIN CERTIFICATE-----');
  try {
    if (isPem) {
      createSecureContext(tls);
      return;
    }
  } catch {
    // Its message may repeat parts of the key.
  }
  throw new InvalidSetting(setting, fault);
}
