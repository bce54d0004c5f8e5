import { InvalidSetting } from './invalid-setting.js';

/** Names and meanings as OpenTelemetry defines them for every program. */
export interface TracingSettings {
  /** Base address of the collector's OTLP/HTTP receiver. */
  readonly endpoint: string;
  /** Sent with every request to the collector, for its authentication. */
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  /** Part of the traces begun here that are recorded, 0 to 1; those of a caller follow the caller's decision. */
  readonly ratio: number;
}

type Read = (name: string) => string | null;

/** null: no traces. @throws InvalidSetting */
export function readTracing(text: Read, secret: Read): TracingSettings | null {
  const endpoint = text('OTEL_EXPORTER_OTLP_ENDPOINT')?.replace(/\/+$/, '') ?? null;
  const headers = secret('OTEL_EXPORTER_OTLP_HEADERS');
  const serviceName = text('OTEL_SERVICE_NAME') ?? 'cinnabar';
  const ratio = Number(text('OTEL_TRACES_SAMPLER_ARG') ?? '1');
  if (!(ratio >= 0 && ratio <= 1)) {
    throw new InvalidSetting('OTEL_TRACES_SAMPLER_ARG', 'must be a number from 0 to 1');
  }
  if (endpoint === null) return null;
  if (!URL.canParse(endpoint) || !/^https?:/.test(endpoint)) {
    throw new InvalidSetting('OTEL_EXPORTER_OTLP_ENDPOINT', 'must begin with http:// or https://');
  }
  return { endpoint, headers: readHeaders(headers ?? ''), serviceName, ratio };
}

/** `name=value,name=value`, with values percent-encoded as in W3C Baggage. The message never repeats a value. */
function readHeaders(given: string): Readonly<Record<string, string>> {
  const pairs = given.split(',').filter((pair) => pair.trim() !== '');
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, name, value] = /^\s*([!#$%&'*+.^_`|~0-9A-Za-z-]+)\s*=\s*(.*?)\s*$/.exec(pair) ?? [];
      if (name === undefined || value === undefined) {
        throw new InvalidSetting(
          'OTEL_EXPORTER_OTLP_HEADERS',
          'must be name=value pairs, separated by commas',
        );
      }
      return [name, decoded(value)];
    }),
  );
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    throw new InvalidSetting('OTEL_EXPORTER_OTLP_HEADERS', 'has a value that is not percent-encoded');
  }
}
