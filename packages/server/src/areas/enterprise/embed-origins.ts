import type { Corp } from './corp.js';

const SETTING = 'embedOrigins';
const MAX_ORIGINS = 20;

/** The origins whose pages may embed ours in a frame; none unless the enterprise names them. */
export function embedOriginsOf({ settings }: Pick<Corp, 'settings'>): readonly string[] {
  const stored = settings[SETTING];
  return typeof stored === 'string' ? stored.split(' ').filter((each) => isEmbedOrigin(each)) : [];
}

/** The input of `saveSetting`. */
export function embedOriginsSetting(origins: readonly string[]) {
  return { name: SETTING, value: origins.join(' '), fits: origins.length <= MAX_ORIGINS } as const;
}

/**
 * An origin in the form that browsers send. Anyone who can alter the embedding page could overlay ours, so plain http
 * is accepted for localhost only.
 */
export function isEmbedOrigin(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  // A wildcard is a source of a policy for all subdomains, and no origin.
  if (url === null || url.origin !== text || url.hostname.includes('*')) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isOwnMachine(url.hostname));
}

function isOwnMachine(host: string): boolean {
  return host === 'localhost' || host === '127.0.0.1' || host === '[::1]';
}
