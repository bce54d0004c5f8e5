/** Traces of requests and jobs, sent to an OpenTelemetry collector as OTLP/HTTP; nothing of it is loaded without one. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Attributes, Context, Span } from '@opentelemetry/api';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import type { RequestTrace } from '../http/request-trace.js';
import type { Config } from '../settings/config.js';

export interface Tracing {
  readonly requests: RequestTrace;
  /** Runs a job or a delivery as a trace of its own. */
  task<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** A statement of the database, as a part of the present trace, if there is one. */
  statement<T>(text: string, work: () => Promise<T>): Promise<T>;
  /** A work on a document, likewise. */
  document<T>(kind: string, work: () => Promise<T>): Promise<T>;
  /** Adds what has just ended, a request to a provider for instance, to the present trace. */
  ended(name: string, attributes: Attributes, seconds: number): void;
  /** Sends what is left, for a few seconds at most. */
  close(): Promise<void>;
}

export interface TracingOptions {
  readonly version: string;
  /** Called for each batch. One with an error is lost: the service does not wait for its collector. */
  readonly sent: (batch: SentBatch) => void;
}

interface SentBatch {
  readonly spans: number;
  readonly error: Error | null;
}

const EXPORT_MS = 3_000;
/** Longer, so that what is lost at the end is counted. */
const CLOSING_MS = 4_000;
/** Statement texts contain no values, but a batched insert repeats its placeholders. */
const MAX_STATEMENT = 2_000;

/** null without OTEL_EXPORTER_OTLP_ENDPOINT. */
export async function openTracing(
  { tracing, role }: Config,
  { version, sent }: TracingOptions,
): Promise<Tracing | null> {
  if (tracing === null) return null;
  const [api, core, resources, sdk, { OTLPTraceExporter }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/core'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
  ]);
  const exporter = new OTLPTraceExporter({
    url: `${tracing.endpoint}/v1/traces`,
    headers: { ...tracing.headers },
    timeoutMillis: EXPORT_MS,
  });
  const provider = new sdk.TracerProvider({
    resource: resources.resourceFromAttributes({
      'service.name': tracing.serviceName,
      'service.version': version,
      'service.instance.id': randomUUID(),
      'cinnabar.role': role,
    }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(tracing.ratio) }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: telling(exporter, sent) })],
  });
  const tracer = provider.getTracer('cinnabar', version);
  const propagator = new core.W3CTraceContextPropagator();
  const present = new AsyncLocalStorage<Context>();
  const { SpanKind, SpanStatusCode, ROOT_CONTEXT, trace } = api;

  async function within<T>(span: Span, parent: Context, work: () => Promise<T>): Promise<T> {
    try {
      return await present.run(trace.setSpan(parent, span), work);
    } catch (error) {
      // The message of an error may contain what somebody has entered.
      span.setStatus({ code: SpanStatusCode.ERROR });
      span.setAttribute('error.type', error instanceof Error ? error.name : typeof error);
      throw error;
    } finally {
      span.end();
    }
  }

  /** Outside of a trace, such as for what the service does by itself every second, nothing is recorded. */
  function part<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
    const parent = present.getStore();
    if (parent === undefined) return work();
    return within(tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, parent), parent, work);
  }

  return {
    requests: {
      begin(headers) {
        const parent = propagator.extract(ROOT_CONTEXT, headers, api.defaultTextMapGetter);
        const span = tracer.startSpan('request', { kind: SpanKind.SERVER }, parent);
        const inner = trace.setSpan(parent, span);
        return {
          run: (work) => present.run(inner, work),
          end({ op, code, status, method, requestId }) {
            span.updateName(`${method} ${op}`);
            span.setAttributes({
              'http.request.method': method,
              'http.route': op,
              'http.response.status_code': status,
              'cinnabar.code': code,
              'cinnabar.request_id': requestId,
            });
            if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
            span.end();
          },
        };
      },
    },
    task: (name, work) =>
      within(tracer.startSpan(name, { kind: SpanKind.CONSUMER }, ROOT_CONTEXT), ROOT_CONTEXT, work),
    statement(text, work) {
      const [verb = ''] = text.trimStart().split(/\s/, 1);
      const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, MAX_STATEMENT) };
      return part(`postgresql ${verb}`, attributes, work);
    },
    document: (kind, work) => part(`document ${kind}`, {}, work),
    ended(name, attributes, seconds) {
      const parent = present.getStore();
      if (parent === undefined) return;
      const startTime = Date.now() - seconds * 1000;
      tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes, startTime }, parent).end();
    },
    async close() {
      const ended = provider.shutdown().catch(() => undefined);
      // The exporter tries again for as long as its own limit, and the service does not wait for it.
      await Promise.race([ended, setTimeout(CLOSING_MS, undefined, { ref: false })]);
    },
  };
}

/** The same exporter; without this, spans that a collector does not take are lost in silence. */
function telling(exporter: SpanExporter, sent: TracingOptions['sent']): SpanExporter {
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const error = result.code === 0 ? null : (result.error ?? new Error('refused'));
        sent({ spans: spans.length, error });
        done(result);
      });
    },
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    shutdown: () => exporter.shutdown(),
  };
}
