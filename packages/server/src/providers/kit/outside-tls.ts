/** Settings of connections whose other side decides about keys and certificates: address, authorities, client. */
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { InvalidSetting } from '../../settings/invalid-setting.js';
import type { AdapterSettings } from '../adapter.js';
import type { HttpTls } from './http-exchange.js';

/** Names of settings. */
export interface TlsSettingNames {
  /** A PEM file with the only authorities that the server's certificate may come from. */
  readonly ca: string;
  /** A PEM file with the certificate of this client. */
  readonly cert: string;
  /** Its key, PEM. */
  readonly key: string;
}

/**
 * Whoever could change the requests could have anything signed: without TLS only on this machine.
 * @throws InvalidSetting
 */
export function readSecureAddress(settings: AdapterSettings, name: string): string {
  const given = settings[name] ?? '';
  const url = URL.canParse(given) ? new URL(given) : null;
  const isLocal = url !== null && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  const isGood = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal);
  if (url === null || !isGood || url.search !== '' || url.hash !== '' || url.username !== '')
    throw new InvalidSetting(name, 'must begin with https://, without user name and query');
  return given;
}

/** @throws InvalidSetting */
export function readTls(settings: AdapterSettings, names: TlsSettingNames): HttpTls {
  const ca = fileIn(settings, names.ca);
  const cert = fileIn(settings, names.cert);
  const key = settings[names.key];
  if ((cert === undefined) !== (key === undefined))
    throw new InvalidSetting(names.cert, `and ${names.key} are given together or not at all`);
  if (ca !== undefined) requireContext({ ca }, names.ca, 'holds no certificate in PEM');
  if (cert === undefined || key === undefined) return ca === undefined ? {} : { ca };
  requireContext({ cert, key }, names.cert, `does not belong to ${names.key}`);
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
