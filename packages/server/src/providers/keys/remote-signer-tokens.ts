import type { ProviderClient } from '../kit/provider-client.js';
import { GarbledAnswer } from '../kit/provider-failure.js';
import type { ProviderParts } from '../kit/provider-parts.js';
import { required } from './signer-answer.js';

/** A token of the settings, or those that the service issues to a client (RFC 6749, section 4.4). */
export type RemoteAccess =
  | { readonly token: string }
  | { readonly clientId: string; readonly clientSecret: string };

export interface CurrentToken {
  readonly token: string;
  /** Whether it was issued for this call, so that another one would be refused as well. */
  readonly isFresh: boolean;
}

/** A token is not used in the last seconds of its life, in which a request would be under way. */
const MARGIN_S = 30;
const MAX_LIFE_S = 24 * 60 * 60;

/** Access tokens of the signing service; concurrent calls share one request. */
export class RemoteSignerTokens {
  readonly #parts: Pick<ProviderParts, 'clock'>;
  readonly #client: ProviderClient;
  readonly #access: RemoteAccess;
  #issued: { readonly token: string; readonly until: number } | null = null;
  #asking: Promise<string> | null = null;

  constructor(parts: Pick<ProviderParts, 'clock'>, client: ProviderClient, access: RemoteAccess) {
    this.#parts = parts;
    this.#client = client;
    this.#access = access;
  }

  /** @throws ProviderRefused, ProviderOutage */
  async current(): Promise<CurrentToken> {
    if ('token' in this.#access) return { token: this.#access.token, isFresh: true };
    const issued = this.#issued;
    if (issued !== null && this.#parts.clock.now().getTime() < issued.until)
      return { token: issued.token, isFresh: false };
    this.#asking ??= this.#ask(this.#access).finally(() => {
      this.#asking = null;
    });
    return { token: await this.#asking, isFresh: true };
  }

  forget(): void {
    this.#issued = null;
  }

  async #ask(access: { readonly clientId: string; readonly clientSecret: string }): Promise<string> {
    const { token, seconds } = await this.#client.call({
      ...{ op: 'token', isIdempotent: true },
      build: () => ({
        ...{ method: 'POST', path: '/oauth2/token', body: 'grant_type=client_credentials&scope=service' },
        headers: {
          ...{ authorization: `Basic ${basicOf(access)}`, accept: 'application/json' },
          'content-type': 'application/x-www-form-urlencoded',
        },
      }),
      read(answer) {
        const content = required(answer);
        const given = content.text('access_token');
        if (!/^[\x21-\x7e]{1,4096}$/.test(given)) throw new GarbledAnswer('access_token is none');
        return { token: given, seconds: content.has('expires_in') ? content.integer('expires_in') : 0 };
      },
    });
    const life = Math.min(seconds, MAX_LIFE_S) - MARGIN_S;
    this.#issued = life > 0 ? { token, until: this.#parts.clock.now().getTime() + life * 1000 } : null;
    return token;
  }
}

/** RFC 6749, section 2.3.1: both are form-encoded first. */
function basicOf({ clientId, clientSecret }: { clientId: string; clientSecret: string }): string {
  const [id, secret] = [clientId, clientSecret].map((each) =>
    new URLSearchParams({ '': each }).toString().slice(1),
  );
  return Buffer.from(`${id}:${secret}`, 'utf8').toString('base64');
}
