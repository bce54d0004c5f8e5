import { once } from 'node:events';
import { createServer } from 'node:http';
import { readConfig } from '@cinnabar/server/settings/read-config.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freePort, startApp } from '../support/app.js';
import { givenEnterprise } from '../support/given-enterprise.js';
import { uploadedBy } from '../support/template-bodies.js';

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
}

interface Exported {
  readonly resourceSpans: readonly {
    readonly resource: Pick<Span, 'attributes'>;
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
}

const CALLER = { trace: '0af7651916cd43dd8448eb211c80319c', span: 'b7ad6b7169203331' };
const SERVER = 2;
const CONSUMER = 5;

/** A collector as the protocol describes it: it keeps what it is sent. */
let collector: ReturnType<typeof createServer>;
let endpoint: string;
let bodies: string[];
let credentials: (string | undefined)[];

beforeEach(async () => {
  bodies = [];
  credentials = [];
  collector = createServer(async (request, response) => {
    let body = '';
    for await (const part of request.setEncoding('utf8')) body += part;
    if (request.url === '/v1/traces') bodies.push(body);
    credentials.push(request.headers['x-key']?.toString());
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  const port = await freePort();
  collector.listen(port, '127.0.0.1');
  await once(collector, 'listening');
  endpoint = `http://127.0.0.1:${port}`;
});
afterEach(() => {
  collector.closeAllConnections();
  collector.close();
});

function exported(): readonly Exported[] {
  return bodies.map((body): Exported => JSON.parse(body));
}

function spans(): readonly Span[] {
  return exported().flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  );
}

function attributeOf({ attributes }: Pick<Span, 'attributes'>, key: string): unknown {
  return Object.values(attributes.find((each) => each.key === key)?.value ?? {})[0];
}

describe('with a collector', () => {
  test('a request continues the trace of its caller, and has its statements as parts', async () => {
    const app = await startApp({
      settings: {
        OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
        OTEL_EXPORTER_OTLP_HEADERS: 'x-key=k%3D1',
        OTEL_SERVICE_NAME: 'contracts',
      },
      ownEngine: true,
    });
    const enterprise = await givenEnterprise(app);
    const traceparent = `00-${CALLER.trace}-${CALLER.span}-01`;
    const mobile = '13988887777';
    await enterprise.owner.client.post('/signTask/contract/list', { mobile }, { traceparent });
    const flowTitle = '涨薪协议';
    await enterprise.owner.client.post('/signTask/contract/list', { flowTitle });
    const token = 'a-token-that-opens-nothing';
    expect((await fetch(`${app.baseUrl}/files/${token}`)).status).toBe(404);
    const fileName = '未公开的文件.pdf';
    await uploadedBy(enterprise, fileName);
    await app.close();

    const request = spans().find((span) => span.kind === SERVER && span.traceId === CALLER.trace);
    expect(request?.name).toBe('POST /signTask/contract/list');
    expect(request?.parentSpanId).toBe(CALLER.span);
    expect(request && attributeOf(request, 'http.response.status_code')).toBe(200);
    const parts = spans().filter(({ parentSpanId }) => parentSpanId === request?.spanId);
    expect(parts.map(({ name }) => name)).toContain('postgresql select');
    expect(parts.map((part) => attributeOf(part, 'db.query.text')).join()).toMatch(/from "?flow/);
    expect(spans().map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'GET /files/:token',
        'POST /template/uploadContractFile',
        'document importPdf',
      ]),
    );
    // What people enter, names of files, tokens and addresses of callers are in no span.
    const secrets = [mobile, flowTitle, fileName, token, enterprise.accessToken, '127.0.0.1'];
    for (const secret of secrets) expect(bodies.join()).not.toContain(secret);
    expect(attributeOf(exported()[0]?.resourceSpans[0]?.resource ?? { attributes: [] }, 'service.name')).toBe(
      'contracts',
    );
    expect(new Set(credentials)).toEqual(new Set(['k=1']));
  });

  test('a job is a trace of its own', async () => {
    const app = await startApp({ settings: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } });
    await givenEnterprise(app);
    await app.advance(3600);
    await app.close();
    const jobs = spans().filter(({ kind }) => kind === CONSUMER);
    expect(jobs.length).toBeGreaterThan(0);
    for (const job of jobs) expect(job.parentSpanId ?? '').toBe('');
    const [job] = jobs;
    expect(spans().filter(({ traceId }) => traceId === job?.traceId).length).toBeGreaterThan(1);
  });

  test('of the traces begun here as many are recorded as asked for, of a caller’s all that it records', async () => {
    const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: '0' };
    const app = await startApp({ settings });
    const enterprise = await givenEnterprise(app);
    await enterprise.owner.client.post('/signTask/contract/list', {});
    const traceparent = `00-${CALLER.trace}-${CALLER.span}-01`;
    await enterprise.owner.client.post('/signTask/contract/list', {}, { traceparent });
    await app.close();
    expect(new Set(spans().map(({ traceId }) => traceId))).toEqual(new Set([CALLER.trace]));
  });
});

test('a collector that is away costs nothing but a line of the log', async () => {
  collector.close();
  const lines: string[] = [];
  const logTo = { write: (line: string) => void lines.push(line) };
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, LOG_LEVEL: 'warn' };
  const app = await startApp({ settings, logTo });
  const enterprise = await givenEnterprise(app);
  const { status } = await enterprise.owner.client.post('/signTask/contract/list', {});
  expect(status).toBe(200);
  await app.close();
  expect(lines.filter((line) => line.includes('does not take spans'))).toHaveLength(1);
});

test.each([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', 'must begin with http:// or https://'],
  ['OTEL_TRACES_SAMPLER_ARG', '2', 'must be a number from 0 to 1'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'secret', 'must be name=value pairs, separated by commas'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'x-key=100%', 'has a value that is not percent-encoded'],
])('%s=%s is refused', (name, value, reason) => {
  const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', [name]: value };
  expect(() => readConfig(environment)).toThrow(`${name}: ${reason}`);
});
