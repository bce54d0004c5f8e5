import type { Config } from '../../settings/config.js';
import type { ProviderCondition, ProviderState } from '../provider-states.js';
import { error, type Finding, ok, warn } from './finding.js';
import { askService } from './service.js';

const TROUBLES: Partial<Readonly<Record<ProviderCondition, readonly [what: string, remedy: string]>>> = {
  balance: ['lets the account send nothing more for want of money', 'add money, or buy another package'],
  access: ['refuses the account', 'compare key and rights with the console of the provider'],
  suspended: [
    'failed repeatedly, and requests are held back',
    'see the log of the service, and the provider',
  ],
  failing: ['gave no usable answer to the last request', 'see the log of the service, and the provider'],
};

/** How providers have answered the running service; none if it is not running. */
export async function checkRunningProviders(config: Config): Promise<readonly Finding[]> {
  const answer = await askService(config, '/healthz/providers');
  if (answer?.status !== 200) return [];
  const { providers }: { readonly providers: readonly ProviderState[] } = JSON.parse(await answer.text());
  return providers.map(findingOf);
}

function findingOf(known: ProviderState): Finding {
  const { provider, state } = known;
  if (state === 'untried') return ok('provider-state', `${provider}: nothing was asked since the start`);
  const times = `last success ${known.lastSuccess ?? 'none since the start'}${failureOf(known)}`;
  const trouble = TROUBLES[state];
  if (trouble === undefined) return ok('provider-state', `${provider}: ${times}`);
  const [what, remedy] = trouble;
  const say = state === 'failing' ? warn : error;
  return say('provider-state', `${provider} ${what}; ${times}`, remedy);
}

function failureOf({ lastFailure }: ProviderState): string {
  if (lastFailure === null) return '';
  const { time, op, outcome, detail } = lastFailure;
  // The detail of an outage begins with its kind.
  return `; last failure ${time}: ${op}, ${detail.startsWith(outcome) ? detail : `${outcome} ${detail}`}`;
}
