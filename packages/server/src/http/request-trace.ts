import type { IncomingHttpHeaders } from 'node:http';

/** Traces of requests; see OTEL_EXPORTER_OTLP_ENDPOINT. */
export interface RequestTrace {
  /** Continues the trace of the caller, named by the header `traceparent` (W3C Trace Context), or begins one. */
  begin(headers: IncomingHttpHeaders): RequestSpan;
}

export interface RequestSpan {
  /** What `work` starts, now and later, belongs to the request. */
  run(work: () => void): void;
  end(request: EndedRequest): void;
}

export interface EndedRequest {
  readonly method: string;
  /** Path of the operation or route, never with a token or an id in it. */
  readonly op: string;
  readonly code: string;
  readonly status: number;
  readonly requestId: string;
}
