import type { Logger } from 'pino';
import type { Metrics } from '../http/metrics.js';
import type { TracingOptions } from './open-tracing.js';

/** Counts what the collector takes. A collector that is away is one line of the log, and one when it is back. */
export function watchTraces(metrics: Metrics, log: Logger, version: string): TracingOptions {
  const count = metrics.counter(
    'trace_batches_total',
    'Batches of spans sent to the collector, by result: stored or lost',
    'result',
  );
  let isAway = false;
  return {
    version,
    sent({ spans, error }) {
      count(error === null ? 'stored' : 'lost');
      if (error !== null && !isAway) {
        log.warn(
          { spans, detail: error.message },
          'the collector of traces does not take spans: they are lost',
        );
      } else if (error === null && isAway) {
        log.info('the collector of traces takes spans again');
      }
      isAway = error !== null;
    },
  };
}
