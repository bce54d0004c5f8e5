import { countFlowsByState } from '../areas/flows/index.js';
import { endingAuthorisations } from '../areas/seals/index.js';
import { endingCertificates } from '../authority/certificate-store.js';
import { endingExternals } from '../authority/external/store.js';
import { renewalHorizon } from '../authority/lifetimes.js';
import type { Clock } from '../clock.js';
import type { Endings } from '../database/endings.js';
import type { Db } from '../database/schema.js';
import type { Metrics } from '../http/metrics.js';
import { KeptValue } from './kept-value.js';

const FLOWS_KEPT_MS = 5 * 60_000;
/** Ends are weeks away, and certificates and authorisations have no index by their end. */
const ENDS_KEPT_MS = 60 * 60_000;
const SOON_MS = 30 * 24 * 60 * 60_000;

/** Metrics of what the database holds for years. Their queries read many rows, so their results are kept for a while. */
export function watchRecords(
  metrics: Metrics,
  { db, clock }: { readonly db: Db; readonly clock: Clock },
): void {
  const flows = new KeptValue(() => countFlowsByState(db), FLOWS_KEPT_MS);
  const ends = new KeptValue(async () => {
    const now = clock.now();
    const until = new Date(now.getTime() + SOON_MS);
    return {
      certificates: await endingCertificates(db, now, until),
      externals: await endingExternals(db, renewalHorizon(now)),
      authorisations: await endingAuthorisations(db, now, until),
    };
  }, ENDS_KEPT_MS);
  metrics.gauges('flows_by_state', 'Contracts that are not deleted', 'state', () => flows.get());
  metrics.gauges(
    'certificates_ending',
    'Newest certificates that end within 30 days, by purpose',
    'purpose',
    async () => mapped((await ends.get()).certificates, ({ count }) => count),
  );
  metrics.gauges(
    'certificates_end_timestamp_seconds',
    'When the first of the newest certificates ends, by purpose',
    'purpose',
    async () => mapped((await ends.get()).certificates, endOf),
  );
  metrics.gauge(
    'external_certificates_ending',
    'Certificates of other authorities in use that end within 60 days or have ended',
    async () => (await ends.get()).externals.count,
  );
  metrics.gauge(
    'external_certificates_end_timestamp_seconds',
    'When the first certificate of another authority in use ends; 0: none is in use',
    async () => endOf((await ends.get()).externals),
  );
  metrics.gauge(
    'seal_authorisations_ending',
    'Authorisations of seals that end within 30 days',
    async () => (await ends.get()).authorisations.count,
  );
  metrics.gauge(
    'seal_authorisations_end_timestamp_seconds',
    'When the first authorisation of a seal ends; 0: none has an end',
    async () => endOf((await ends.get()).authorisations),
  );
  metrics.gauges(
    'metrics_age_seconds',
    'Age of metrics that are not read at every scrape',
    'of',
    async () => {
      // Otherwise the first scrape would tell of values that it is about to read.
      await Promise.allSettled([flows.get(), ends.get()]);
      return new Map([
        ['flows', flows.ageSeconds],
        ['ends', ends.ageSeconds],
      ]);
    },
  );
}

function endOf({ soonest }: Endings): number {
  return soonest === null ? 0 : soonest.getTime() / 1000;
}

function mapped<Value>(
  values: ReadonlyMap<string, Value>,
  numberOf: (value: Value) => number,
): ReadonlyMap<string, number> {
  return new Map([...values].map(([name, value]) => [name, numberOf(value)]));
}
