import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface RequestMetrics {
  observe(operation: string, code: string, seconds: number): void;
}

export interface Metrics extends RequestMetrics {
  readonly contentType: string;
  /** Everything in Prometheus' text format; asks the gauges' sources now. */
  text(): Promise<string>;
  /** A value that is asked for when somebody looks. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void;
  /** Values by a label of a closed set, asked for when somebody looks. */
  gauges(name: string, help: string, label: string, read: () => ReadonlyMap<string, number>): void;
  /** @returns what counts one more of a value of the label, which must be of a closed set */
  counter(name: string, help: string, label: string): (value: string) => void;
}

/** A registry of its own, so that several services can live in one process. */
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
  // Finding a series by its labels costs more than adding to it; both labels are of closed sets.
  const series = new Map<string, (seconds: number) => void>();
  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    observe(operation, code, seconds) {
      const name = `${operation} ${code}`;
      const known = series.get(name);
      if (known !== undefined) return known(seconds);
      const labelled = duration.labels(operation, code);
      series.set(name, (value) => labelled.observe(value));
      return labelled.observe(seconds);
    },
    gauge(name, help, read) {
      new Gauge({
        name,
        help,
        registers: [registry],
        async collect() {
          // A source that is away must not take all other numbers with it.
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
