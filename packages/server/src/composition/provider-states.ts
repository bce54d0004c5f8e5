import type { BreakerState } from '../providers/kit/circuit-breaker.js';
import type { AccountProblem } from '../providers/kit/provider-failure.js';
import type { EndedRequest, ProviderOutcome } from '../providers/kit/provider-parts.js';

/**
 * - `untried`: nothing was asked of it since this process started
 * - `works`: it answered the last request
 * - `failing`: it gave no usable answer to the last request
 * - `suspended`: it failed repeatedly, and requests are held back for a while
 * - `balance`, `access`: it refuses our account
 */
export type ProviderCondition = 'untried' | 'works' | 'failing' | 'suspended' | AccountProblem;

/** What this process knows of a provider. Times are ISO 8601. */
export interface ProviderState {
  /** The port and the adapter, such as `sms-aliyun`. */
  readonly provider: string;
  readonly state: ProviderCondition;
  readonly lastSuccess: string | null;
  readonly lastFailure: {
    readonly time: string;
    readonly op: string;
    readonly outcome: Exclude<ProviderOutcome, 'ok'>;
    /** Without data of persons and secrets. */
    readonly detail: string;
  } | null;
  /** Since this process started. */
  readonly requests: ProviderRequests;
}

export interface ProviderRequests {
  readonly succeeded: number;
  /** Answered that it will not: a wrong number, an empty account. */
  readonly refused: number;
  /** Without a usable answer. Those that were held back are not counted. */
  readonly failed: number;
}

interface Known {
  breaker: BreakerState;
  /** Whether the last request had a usable answer; null: nothing was asked. */
  answered: boolean | null;
  /** Lasts until the same operation succeeds: others may need no money, or another right. */
  refusal: { readonly problem: AccountProblem; readonly op: string } | null;
  lastSuccess: Date | null;
  lastFailure: ProviderState['lastFailure'];
  requests: ProviderRequests;
}

/** The states of the providers that the settings name, from their requests. */
export class ProviderStates {
  readonly #known = new Map<string, Known>();
  readonly #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
  }

  opened(provider: string): void {
    this.#of(provider);
  }

  breakerChanged(provider: string, state: BreakerState): void {
    this.#of(provider).breaker = state;
  }

  /** @returns whether the account is refused for another reason than before, or served again; null: nothing changed */
  ended({ provider, op, outcome, detail }: EndedRequest): AccountProblem | 'served' | null {
    const known = this.#of(provider);
    if (outcome === 'suspended') return null;
    known.answered = ['ok', 'refused', 'balance', 'access'].includes(outcome);
    known.requests = counted(
      known.requests,
      outcome === 'ok' ? 'succeeded' : known.answered ? 'refused' : 'failed',
    );
    if (outcome === 'ok') {
      known.lastSuccess = this.#now();
      if (known.refusal?.op !== op) return null;
      known.refusal = null;
      return 'served';
    }
    known.lastFailure = { time: this.#now().toISOString(), op, outcome, detail: detail ?? '' };
    if (outcome !== 'balance' && outcome !== 'access') return null;
    const isKnown = known.refusal?.problem === outcome;
    known.refusal = { problem: outcome, op };
    return isKnown ? null : outcome;
  }

  list(): readonly ProviderState[] {
    return [...this.#known].map(([provider, known]) => ({
      provider,
      state: conditionOf(known),
      lastSuccess: known.lastSuccess?.toISOString() ?? null,
      lastFailure: known.lastFailure,
      requests: known.requests,
    }));
  }

  #of(provider: string): Known {
    const known = this.#known.get(provider) ?? {
      breaker: 'closed',
      answered: null,
      refusal: null,
      lastSuccess: null,
      lastFailure: null,
      requests: { succeeded: 0, refused: 0, failed: 0 },
    };
    this.#known.set(provider, known);
    return known;
  }
}

function counted(requests: ProviderRequests, kind: keyof ProviderRequests): ProviderRequests {
  return { ...requests, [kind]: requests[kind] + 1 };
}

function conditionOf({ breaker, refusal, answered }: Known): ProviderCondition {
  if (breaker !== 'closed') return 'suspended';
  if (refusal !== null) return refusal.problem;
  if (answered === null) return 'untried';
  return answered ? 'works' : 'failing';
}
