import type { KeyObject } from 'node:crypto';
import { certificateOf, publicKeyOf } from '../keys.js';
import type { WechatPayKeys } from '../port.js';

interface Fetched {
  readonly keys: ReadonlyMap<string, KeyObject>;
  readonly fetchedAt: number;
}

/** Platform certificates are replaced every few years, with an overlap of weeks. */
const MAX_AGE_MS = 12 * 3_600_000;
/** A notification with an unknown serial number must not make us ask the provider every time. */
const MIN_INTERVAL_MS = 60_000;
const MAX_MERCHANTS = 1000;

/**
 * The public keys of WeChat Pay by their serial numbers: the key of the channel, and the platform certificates of each
 * merchant, fetched when an unknown serial number appears. While a merchant changes to public-key mode, answers are
 * signed by either.
 */
export class PlatformKeys {
  readonly #fetched = new Map<string, Fetched>();

  /** @param fetchCertificates the valid certificates by serial number, PEM; called at most once a minute */
  async find(
    merchant: { readonly callingNo: string; readonly keys: WechatPayKeys },
    serial: string,
    now: Date,
    fetchCertificates: () => Promise<ReadonlyMap<string, string>>,
  ): Promise<KeyObject | null> {
    const { publicKey, certificateSerial } = merchant.keys;
    if (publicKey?.id === serial) return publicKeyOf(publicKey.pem);
    // An id of a public key is none of a certificate.
    if (serial.startsWith('PUB_KEY_ID_')) return null;
    const name = `${merchant.callingNo} ${certificateSerial}`;
    const known = this.#fetched.get(name);
    const age = known === undefined ? Number.POSITIVE_INFINITY : now.getTime() - known.fetchedAt;
    const key = age < MAX_AGE_MS ? known?.keys.get(serial) : undefined;
    if (key !== undefined) return key;
    if (age >= 0 && age < MIN_INTERVAL_MS) return null;
    const keys = keysOf(await fetchCertificates());
    this.#fetched.delete(name);
    if (this.#fetched.size >= MAX_MERCHANTS) this.#fetched.clear();
    this.#fetched.set(name, { keys, fetchedAt: now.getTime() });
    return keys.get(serial) ?? null;
  }
}

function keysOf(certificates: ReadonlyMap<string, string>): ReadonlyMap<string, KeyObject> {
  const keys = new Map<string, KeyObject>();
  for (const [serial, pem] of certificates) {
    const key = certificateOf(pem)?.publicKey;
    if (key !== undefined) keys.set(serial, key);
  }
  return keys;
}
