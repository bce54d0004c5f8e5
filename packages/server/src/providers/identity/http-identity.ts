/** Identity checks by a gateway of the operator: docs/providers/identity.md describes requests and answers. */
import type { Adapter } from '../adapter.js';
import { GatewayClient } from '../kit/gateway-client.js';
import type { JsonAnswer } from '../kit/json-answer.js';
import { GarbledAnswer, ProviderRefused } from '../kit/provider-failure.js';
import type { ProviderParts } from '../kit/provider-parts.js';
import { identityOutage } from './identity-outage.js';
import {
  type CorpIdentity,
  type IdentityProvider,
  IdentityUnavailable,
  type IdentityVerdict,
  type PersonIdentity,
} from './port.js';

export const httpIdentity: Adapter<IdentityProvider> = {
  name: 'http',
  settings: { IDENTITY_HTTP_URL: 'required', IDENTITY_HTTP_SECRET: 'secret' },
  open(settings, parts) {
    const gateway = new GatewayClient(parts, {
      baseUrl: settings['IDENTITY_HTTP_URL'] ?? '',
      setting: 'IDENTITY_HTTP_SECRET',
      secret: settings['IDENTITY_HTTP_SECRET'] ?? '',
    });
    return { port: new HttpIdentity(gateway, parts), check: () => gateway.check() };
  },
};

const verdicts: readonly IdentityVerdict[] = ['match', 'mismatch', 'unknown'];

class HttpIdentity implements IdentityProvider {
  readonly #gateway: GatewayClient;
  readonly #nonce: () => string;

  constructor(gateway: GatewayClient, { nonce }: Pick<ProviderParts, 'nonce'>) {
    this.#gateway = gateway;
    this.#nonce = nonce;
  }

  checkPerson({ realName, identNum, mobile }: PersonIdentity): Promise<IdentityVerdict> {
    return this.#ask('person', { type: 'identity.person', realName, identNum, mobile });
  }

  checkCorp({ corpName, corpCode, legalRepName, legalRepIdentNo }: CorpIdentity): Promise<IdentityVerdict> {
    const corp = { corpName, corpCode, legalRepName, legalRepIdentNo };
    return this.#ask('enterprise', { type: 'identity.enterprise', ...corp });
  }

  async #ask(op: string, question: Readonly<Record<string, string>>): Promise<IdentityVerdict> {
    try {
      return await this.#gateway.post(op, question, { id: this.#nonce(), read: verdictOf });
    } catch (error) {
      // A gateway that refuses has asked nobody; its message may repeat the question.
      if (error instanceof ProviderRefused) throw new IdentityUnavailable(error.code, 'no');
      throw identityOutage(error);
    }
  }
}

function verdictOf(answer: JsonAnswer): IdentityVerdict {
  const given = answer.text('result');
  const verdict = verdicts.find((each) => each === given);
  if (verdict === undefined) throw new GarbledAnswer('result is none of match, mismatch, unknown');
  return verdict;
}
