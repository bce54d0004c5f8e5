import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface RequestMetrics {
  observe(operation: string, code: string, seconds: number): void;
}

export interface Metrics extends RequestMetrics {
  readonly contentType: string;
  /** All metrics in Prometheus text format; queries the sources of the gauges. */
  text(): Promise<string>;
  /** A gauge whose value is queried on collection. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void;
  /** Gauges by a label of a closed set, queried on collection. */
  gauges(name: string, help: string, label: string, read: () => ReadonlyMap<string, number>): void;
  /** @returns a function that increments the counter of a label value, which must be of a closed set */
  counter(name: string, help: string, label: string): (value: string) => void;
}

/** A registry of its own, so that several services can run in one process. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to its answer, by operation and answer code',
    labelNames: ['op', 'code'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  // Looking up a series by its labels costs more than incrementing it; both labels are of closed sets.
  const series = new Map<string, Map<string, (seconds: number) => void>>();

  function seriesOf(operation: string, code: string): (seconds: number) => void {
    const byCode = series.get(operation) ?? new Map<string, (seconds: number) => void>();
    series.set(operation, byCode);
    const labelled = duration.labels(operation, code);
    const observe = (seconds: number): void => labelled.observe(seconds);
    byCode.set(code, observe);
    return observe;
  }

  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    observe(operation, code, seconds) {
      const observe = series.get(operation)?.get(code) ?? seriesOf(operation, code);
      observe(seconds);
    },
    gauge(name, help, read) {
      new Gauge({
        name,
        help,
        registers: [registry],
        async collect() {
          // An unavailable source must not suppress all other metrics.
          this.set(await Promise.resolve(read()).catch(() => Number.NaN));
        },
      });
    },
    gauges(name, help, label, read) {
      new Gauge({
        name,
        help,
        labelNames: [label],
        registers: [registry],
        collect() {
          for (const [value, number] of read()) this.labels(value).set(number);
        },
      });
    },
    counter(name, help, label) {
      const counter = new Counter({ name, help, labelNames: [label], registers: [registry] });
      return (value) => counter.labels(value).inc();
    },
  };
}
