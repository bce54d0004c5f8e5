import type { ProviderCheck } from '../adapter.js';
import { gatewayHeaders, readGatewaySecret } from './gateway-signature.js';
import { JsonAnswer } from './json-answer.js';
import { proveAccount } from './prove-account.js';
import { ProviderClient } from './provider-client.js';
import { type AccountProblem, ProviderRefused } from './provider-failure.js';
import type { ProviderParts } from './provider-parts.js';

/** Signed requests to a gateway of the operator: JSON by POST to one address. */
export class GatewayClient {
  readonly secret: Buffer;
  readonly #parts: ProviderParts;
  readonly #client: ProviderClient;
  readonly #setting: string;

  /**
   * @param setting the name of the setting with the secret
   * @throws InvalidSetting
   */
  constructor(
    parts: ProviderParts,
    options: { readonly baseUrl: string; readonly setting: string; readonly secret: string },
  ) {
    this.secret = readGatewaySecret(options.setting, options.secret);
    this.#parts = parts;
    this.#client = new ProviderClient(parts, { baseUrl: options.baseUrl });
    this.#setting = options.setting;
  }

  /**
   * @param options.id the same however often the request is repeated: the gateway carries it out once
   * @throws ProviderRefused with the gateway's code, ProviderOutage
   */
  post<Result>(
    op: string,
    content: Readonly<Record<string, unknown>>,
    { id, read }: { readonly id: string; readonly read: (answer: JsonAnswer) => Result },
  ): Promise<Result> {
    const body = JSON.stringify(content);
    return this.#client.call({
      op,
      isIdempotent: true,
      build: () => ({
        method: 'POST',
        path: '',
        body,
        headers: gatewayHeaders(this.secret, { id, time: this.#parts.clock.now(), body }),
      }),
      read: ({ status, body: answer }) => {
        const json = JsonAnswer.parse(answer);
        const refusal = json.optionalText('error');
        // A message can repeat what was sent, and failures are logged.
        if (refusal !== null) throw new ProviderRefused(refusal, op, accountProblem(refusal, status));
        if (status >= 400) throw new ProviderRefused(String(status), op, accountProblem('', status));
        return read(json);
      },
    });
  }

  /** A request that does nothing. */
  check(): Promise<ProviderCheck> {
    return proveAccount(
      async () => {
        await this.post('ping', { type: 'ping' }, { id: `ping-${this.#parts.nonce()}`, read: () => null });
        return { works: true, detail: { zh: '网关接受该密钥', en: 'the gateway accepts the secret' } };
      },
      { zh: `在网关中配置 ${this.#setting} 的密钥`, en: `give the gateway the secret of ${this.#setting}` },
    );
  }
}

function accountProblem(code: string, status: number): AccountProblem | null {
  if (code === 'NO_BALANCE') return 'balance';
  return status === 401 || status === 403 ? 'access' : null;
}
