/**
 * SSRF protection: the addresses to which requests to user-supplied URLs may connect. Everything but the public
 * internet is refused: the machine itself, its networks, cloud metadata services (RFC 6890 and the IANA registries of
 * special-purpose addresses), unless a setting allows the network.
 */
import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { AddressRanges } from './address-ranges.js';

const notPublic = new AddressRanges([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  // Teredo, benchmarking, ORCHID; documentation; 6to4, which embeds an IPv4 address.
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
]);
/** The routed part of IPv6. */
const routedV6 = new AddressRanges(['2000::/3']);
const mappedV4 = new AddressRanges(['::ffff:0:0/96']);

export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** Resolves names like the system does. */
export type Resolve = (hostname: string) => Promise<readonly ResolvedAddress[]>;

export class AddressRefused extends Error {
  constructor(hostname: string) {
    super(`${hostname} is at no address that may be reached`);
    this.name = 'AddressRefused';
  }
}

export class AddressUnknown extends Error {
  constructor(hostname: string, options: ErrorOptions) {
    super(`${hostname} has no address`, options);
    this.name = 'AddressUnknown';
  }
}

export class AddressGuard {
  readonly #allowed: AddressRanges;
  readonly #resolve: Resolve;
  /**
   * Pending look-ups, shared per name: each occupies one of few threads, so many for one name would block everything.
   */
  readonly #asked = new Map<string, Promise<readonly ResolvedAddress[]>>();

  /** @param allowed networks that may be reached although they are not public, and without TLS */
  constructor(allowed: readonly string[], resolve: Resolve = systemResolve) {
    this.#allowed = new AddressRanges(allowed);
    this.#resolve = resolve;
  }

  /** @param secure whether the request uses TLS; without TLS only allowed networks may be reached */
  permits(address: string, secure: boolean): boolean {
    return this.#allowed.has(address) || (secure && isPublic(address));
  }

  /**
   * Lookup function for an agent: it connects only to checked addresses, so that a name cannot resolve differently
   * between check and connection (DNS rebinding). Literal addresses in a URL are never looked up: see `checkLiteral`.
   */
  lookup(secure: boolean): LookupFunction {
    return (hostname, options, callback) => {
      this.#permitted(hostname, secure).then(
        ([first, ...others]) => {
          if (options.all === true) callback(null, [first, ...others]);
          else callback(null, first.address, first.family);
        },
        (error: Error) => callback(error, '', 0),
      );
    };
  }

  /** @throws AddressRefused if the host of the URL is a literal address that may not be reached */
  checkLiteral(url: URL): void {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !this.permits(host, url.protocol === 'https:')) throw new AddressRefused(host);
  }

  async #permitted(
    hostname: string,
    secure: boolean,
  ): Promise<[ResolvedAddress, ...(readonly ResolvedAddress[])]> {
    const [first, ...others] = (await this.#addresses(hostname)).filter(({ address }) =>
      this.permits(address, secure),
    );
    if (first === undefined) throw new AddressRefused(hostname);
    return [first, ...others];
  }

  #addresses(hostname: string): Promise<readonly ResolvedAddress[]> {
    const known = this.#asked.get(hostname);
    if (known !== undefined) return known;
    const asking = this.#resolve(hostname)
      .catch((cause: unknown) => {
        throw new AddressUnknown(hostname, { cause });
      })
      .finally(() => this.#asked.delete(hostname));
    this.#asked.set(hostname, asking);
    return asking;
  }
}

function isPublic(address: string): boolean {
  if (isIP(address) === 4) return !notPublic.has(address);
  if (mappedV4.has(address)) return false;
  return routedV6.has(address) && !notPublic.has(address);
}

function systemResolve(hostname: string): Promise<readonly ResolvedAddress[]> {
  return new Promise((resolve, reject) => {
    lookup(hostname, { all: true }, (error, addresses) => {
      if (error === null) resolve(addresses);
      else reject(error);
    });
  });
}
