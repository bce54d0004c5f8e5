import type { Logger } from 'pino';
import { jsonAnswer } from '../http/answer.js';
import type { ExtraRoute } from '../http/extra-route.js';
import type { Metrics } from '../http/metrics.js';
import type { BreakerState } from '../providers/kit/circuit-breaker.js';
import type { ProviderWatch } from '../providers/kit/provider-parts.js';
import type { Tracing } from './open-tracing.js';
import type { ProviderStates } from './provider-states.js';

const BREAKER: Readonly<Record<BreakerState, number>> = { closed: 0, 'half-open': 1, open: 2 };
const ACCOUNT = { served: 0, balance: 1, access: 2 } as const;

interface Watched {
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly states: ProviderStates;
  readonly tracing: Pick<Tracing, 'ended'> | null;
}

/** Metrics, log lines and traces of requests to providers. */
export function watchProviders({ metrics, log, states, tracing }: Watched): ProviderWatch {
  const observe = metrics.durations(
    'provider_request_duration_seconds',
    'Time from a request to a provider to its answer, by outcome',
    ['provider', 'op', 'outcome'],
  );
  const breakers = new Map<string, number>();
  const accounts = new Map<string, number>();
  metrics.gauges(
    'provider_breaker_state',
    'Circuit breaker of a provider: 0 closed, 1 half-open, 2 open (requests are suspended)',
    'provider',
    () => breakers,
  );
  metrics.gauges(
    'provider_account_state',
    'Account at a provider: 0 served, 1 without money, 2 refused for its key or rights',
    'provider',
    () => accounts,
  );
  metrics.gauges(
    'provider_last_success_timestamp_seconds',
    'Time of the last request that a provider carried out; 0: none since the start',
    'provider',
    () =>
      new Map(
        states
          .list()
          .map(({ provider, lastSuccess }) => [provider, Date.parse(lastSuccess ?? '1970-01-01') / 1000]),
      ),
  );
  return {
    opened(provider) {
      states.opened(provider);
      if (breakers.has(provider)) return;
      breakers.set(provider, BREAKER.closed);
      accounts.set(provider, ACCOUNT.served);
    },
    ended(request) {
      const { provider, op, outcome, detail, seconds } = request;
      observe([provider, op, outcome], seconds);
      tracing?.ended(`${provider} ${op}`, { 'cinnabar.outcome': outcome }, seconds);
      const account = states.ended(request);
      if (account !== null) accounts.set(provider, ACCOUNT[account]);
      // While requests are suspended, each of them would repeat the line of the breaker.
      if (outcome === 'suspended') return;
      if (account === 'served') log.info({ provider, op }, 'a provider serves the account again');
      else if (account !== null)
        log.error({ provider, op, problem: account, detail }, 'a provider refuses the account');
      else if (outcome === 'refused' || outcome === 'balance' || outcome === 'access')
        log.info({ provider, op, detail }, 'a provider refused a request');
      else if (outcome !== 'ok')
        log.warn({ provider, op, outcome, detail }, 'a request to a provider failed');
    },
    breakerChanged(provider, state) {
      states.breakerChanged(provider, state);
      breakers.set(provider, BREAKER[state]);
      if (state === 'open')
        log.error({ provider }, 'a provider failed repeatedly: requests to it are suspended');
      else if (state === 'closed') log.info({ provider }, 'a provider answers again');
    },
  };
}

/** What this process knows of its providers, for the operator. */
export function providersRoute(states: ProviderStates): ExtraRoute {
  return {
    method: 'GET',
    path: '/healthz/providers',
    isProbe: true,
    answer: async () => jsonAnswer(200, '200', JSON.stringify({ providers: states.list() })),
  };
}
