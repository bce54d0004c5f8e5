import { readFileSync } from 'node:fs';
import { plainEmail } from '@cinnabar/api/schemas/email.js';
import { InvalidSetting } from '../../settings/invalid-setting.js';

/** The mail server to which messages are passed, and the account. */
export interface SmtpTarget {
  readonly host: string;
  readonly port: number;
  /** `implicit`: from the first byte. `starttls`: required before anything else. `none`: a server on this machine. */
  readonly tls: 'implicit' | 'starttls' | 'none';
  /** null: the server requires no authentication. */
  readonly account: { readonly user: string; readonly password: string } | null;
  readonly sender: { readonly name: string; readonly address: string };
  /** PEM; null: the certificate authorities that Node.js trusts. */
  readonly ca: string | null;
}

export const SMTP_SETTINGS = {
  SMTP_HOST: 'required',
  SMTP_PORT: 'optional',
  SMTP_TLS: 'optional',
  SMTP_USER: 'optional',
  SMTP_PASSWORD: 'optional secret',
  SMTP_FROM: 'required',
  SMTP_CA: 'optional',
} as const;

const DEFAULT_PORTS = { implicit: 465, starttls: 587, none: 25 } as const;

/** @throws InvalidSetting */
export function readSmtpTarget(settings: Readonly<Record<string, string>>): SmtpTarget {
  const host = settings['SMTP_HOST'] ?? '';
  if (!/^[\w.:-]+$/.test(host)) throw new InvalidSetting('SMTP_HOST', 'must be a host name or an address');
  const tls = tlsMode(settings['SMTP_TLS'] ?? 'implicit');
  if (tls === 'none' && !isThisMachine(host)) {
    throw new InvalidSetting('SMTP_TLS', 'can be none only for a server on this machine');
  }
  const port = Number(settings['SMTP_PORT'] ?? DEFAULT_PORTS[tls]);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new InvalidSetting('SMTP_PORT', 'must be an integer from 1 to 65535');
  }
  return {
    host,
    port,
    tls,
    account: accountOf(settings['SMTP_USER'], settings['SMTP_PASSWORD']),
    sender: senderOf(settings['SMTP_FROM'] ?? ''),
    ca: certificatesOf(settings['SMTP_CA']),
  };
}

function tlsMode(given: string): SmtpTarget['tls'] {
  if (given === 'implicit' || given === 'starttls' || given === 'none') return given;
  throw new InvalidSetting('SMTP_TLS', 'must be one of implicit, starttls, none');
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

function accountOf(user: string | undefined, password: string | undefined): SmtpTarget['account'] {
  if (user === undefined && password === undefined) return null;
  if (user === undefined) throw new InvalidSetting('SMTP_USER', 'is required with SMTP_PASSWORD');
  if (password === undefined) throw new InvalidSetting('SMTP_PASSWORD', 'is required with SMTP_USER');
  return { user, password };
}

/** `no-reply@example.com`, or `Example <no-reply@example.com>`. */
function senderOf(given: string): SmtpTarget['sender'] {
  const [, quoted = '', bracketed] = /^([^<>]*)<([^<>]+)>$/.exec(given.trim()) ?? [];
  const address = plainEmail(bracketed ?? given);
  const name = (bracketed === undefined ? '' : quoted).trim().replace(/^"(.*)"$/, '$1');
  if (address === null || /[\p{Cc}\p{Cf}"@]/u.test(name)) {
    throw new InvalidSetting('SMTP_FROM', 'must be a mail address, optionally as Name <address>');
  }
  return { name, address };
}

function certificatesOf(path: string | undefined): string | null {
  if (path === undefined) return null;
  try {
    const pem = readFileSync(path, 'utf8');
    if (pem.includes('-----BEGIN CERTIFICATE-----')) return pem;
  } catch (error) {
    throw new InvalidSetting('SMTP_CA', error instanceof Error ? error.message : String(error));
  }
  throw new InvalidSetting('SMTP_CA', `${path} contains no certificate`);
}
