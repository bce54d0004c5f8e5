import { randomBytes } from 'node:crypto';
import { type Clock, SystemClock } from '../../clock.js';
import type { BreakerState } from './circuit-breaker.js';
import { type HttpExchange, openHttpExchange } from './http-exchange.js';
import type { AccountProblem, OutageCause } from './provider-failure.js';
import { type TicketStore, TicketsInMemory } from './ticket-store.js';

/** Result of a request to a provider, as a label of metrics. */
export type ProviderOutcome = 'ok' | 'refused' | AccountProblem | OutageCause;

export interface EndedRequest {
  /** The port and the adapter, such as `sms-aliyun`. */
  readonly provider: string;
  /** The provider's name of the operation: one of a closed set. */
  readonly op: string;
  readonly outcome: ProviderOutcome;
  readonly seconds: number;
  /** Why it failed, without data of persons and secrets; null if it did not. */
  readonly detail: string | null;
}

/** Observes requests to providers, for metrics and the log. */
export interface ProviderWatch {
  /** The provider can be asked. */
  opened(provider: string): void;
  ended(request: EndedRequest): void;
  breakerChanged(provider: string, state: BreakerState): void;
}

/** What clients of providers are constructed from, apart from their settings. */
export interface ProviderParts {
  /** The port and the adapter, such as `sms-aliyun`. */
  readonly provider: string;
  /**
   * The time that requests are signed with: that of the machine, because providers reject another one, also where the
   * sandbox's clock was moved.
   */
  readonly clock: Clock;
  /** A new value for each request: 32 hexadecimal digits. */
  readonly nonce: () => string;
  readonly exchange: HttpExchange;
  /** Of this and all other processes of the service. */
  readonly tickets: TicketStore;
  readonly watch: ProviderWatch;
}

const unwatched: ProviderWatch = {
  opened: () => undefined,
  ended: () => undefined,
  breakerChanged: () => undefined,
};

/**
 * @param watch by default nothing is observed
 * @param tickets by default those of this process alone
 */
export function openProviderParts(
  watch: ProviderWatch = unwatched,
  tickets: TicketStore = new TicketsInMemory(),
): Omit<ProviderParts, 'provider'> {
  return {
    clock: new SystemClock(),
    nonce: () => randomBytes(16).toString('hex'),
    exchange: openHttpExchange(),
    tickets,
    watch,
  };
}
