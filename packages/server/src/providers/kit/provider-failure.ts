/**
 * Why a request to a provider has no usable answer.
 * - `unreachable`: no connection
 * - `timeout`: no complete answer in time
 * - `garbled`: not an answer of the provider: cut off, too large, a redirect, of another format, wrongly signed
 * - `failing`: status 5xx
 * - `suspended`: not sent, because the provider failed repeatedly (circuit breaker)
 */
export type OutageCause = 'unreachable' | 'timeout' | 'garbled' | 'failing' | 'suspended';

/** The provider could not be asked, or gave no usable answer. */
export class ProviderOutage extends Error {
  constructor(
    override readonly cause: OutageCause,
    /** Whether the request may have taken effect. `no`: it was not sent, so another provider can be asked. */
    readonly reached: 'no' | 'perhaps',
    detail: string,
  ) {
    super(`${cause}: ${detail}`);
    this.name = 'ProviderOutage';
  }
}

/** What the operator has to do. `balance`: add money to the account. `access`: correct the key, or its rights. */
export type AccountProblem = 'balance' | 'access';

/** The provider answered that it will not do it. */
export class ProviderRefused extends Error {
  constructor(
    /** The provider's code. */
    readonly code: string,
    detail: string,
    /** null: it refuses this request only. */
    readonly account: AccountProblem | null = null,
  ) {
    super(`${code}: ${detail}`);
    this.name = 'ProviderRefused';
  }
}

/** Thrown while an answer is read that is not one of the provider's; the client reports it as an outage. */
export class GarbledAnswer extends Error {
  constructor(detail: string) {
    super(detail);
    this.name = 'GarbledAnswer';
  }
}
