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
  gauges(
    name: string,
    help: string,
    label: string,
    read: () => ReadonlyMap<string, number> | Promise<ReadonlyMap<string, number>>,
  ): void;
  /**
   * A histogram of durations by labels of closed sets.
   * @returns a function that counts one of them, given the values of the labels
   */
  durations<const Labels extends readonly string[]>(
    name: string,
    help: string,
    labels: Labels,
  ): (values: { readonly [Label in keyof Labels]: string }, seconds: number) => void;
  /** @returns a function that increments the counter of a label value, which must be of a closed set */
  counter(name: string, help: string, label: string): (value: string) => void;
}

const BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** A registry of its own, so that several services can run in one process. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });

  const durations: Metrics['durations'] = (name, help, labelNames) => {
    const histogram = new Histogram({ name, help, labelNames, buckets: BUCKETS, registers: [registry] });
    // Looking up a series by its labels costs more than incrementing it.
    const series = new Map<string, Histogram.Internal<string>>();
    return (values, seconds) => {
      const key = values.join('\n');
      const labelled = series.get(key) ?? histogram.labels(...values);
      series.set(key, labelled);
      labelled.observe(seconds);
    };
  };
  const observe = durations(
    'http_request_duration_seconds',
    'Time from a request to its answer, by operation and answer code',
    ['op', 'code'],
  );

  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    observe: (operation, code, seconds) => observe([operation, code], seconds),
    durations,
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
        async collect() {
          // A series whose source is unavailable is absent.
          this.reset();
          const values = await Promise.resolve(read()).catch(() => new Map<string, number>());
          for (const [value, number] of values) this.labels(value).set(number);
        },
      });
    },
    counter(name, help, label) {
      const counter = new Counter({ name, help, labelNames: [label], registers: [registry] });
      return (value) => counter.labels(value).inc();
    },
  };
}
