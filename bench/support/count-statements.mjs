// Preloaded into the service (`node --import`) by benchmarks that count its statements: every statement that the driver
// sends, by the request or the job that sends it. Answers each message of the parent process with the counts so far.
import { AsyncLocalStorage } from 'node:async_hooks';
import http from 'node:http';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const CONTROL = /^\s*(begin|start transaction|commit|rollback|savepoint|release|set)\b/i;
const COMMIT = /^\s*commit\b/i;
const WRITES =
  /\b(insert into|update|delete from|add_jobs?|for update|for share|for no key update|nextval)\b/i;

/** Attributing statements to requests costs the event loop time, so it is not done while that is measured. */
const attributed = process.env['BENCH_ATTRIBUTE'] === 'yes';
const source = new AsyncLocalStorage();
const counts = new Map();

if (attributed) {
  const emit = http.Server.prototype.emit;
  http.Server.prototype.emit = function (event, ...values) {
    if (event !== 'request') return emit.call(this, event, ...values);
    return source.run(values[0].url.split('?')[0].split('/').at(-1), () => emit.call(this, event, ...values));
  };
}

// The driver of the service, which may be another build than that of the benchmark.
const pg = createRequire(pathToFileURL(process.argv[1]))('pg');
const send = pg.Client.prototype.query;
pg.Client.prototype.query = function (query, ...rest) {
  const text = typeof query === 'string' ? query : (query.text ?? '');
  const from = sourceOf(this);
  if (!attributed) {
    note(from, CONTROL.test(text) ? 'control' : 'statements', '');
    return send.call(this, query, ...rest);
  }
  if (CONTROL.test(text)) note(from, 'control', '');
  else {
    note(from, 'statements', text);
    // Outside a transaction a writing statement is a transaction of its own.
    if (this.benchOpen !== true && WRITES.test(text)) note(from, 'writing', text);
  }
  if (/^\s*(begin|start transaction)/i.test(text)) this.benchOpen = true;
  if (/^\s*rollback/i.test(text)) this.benchOpen = false;
  if (!COMMIT.test(text)) return send.call(this, query, ...rest);
  this.benchOpen = false;
  return send.call(this, 'select pg_current_xact_id_if_assigned() is not null as writing').then((result) => {
    if (result.rows[0].writing) note(from, 'writing', 'transaction');
    return send.call(this, query, ...rest);
  });
};

function sourceOf(client) {
  const request = source.getStore();
  if (request !== undefined) return request;
  return client.connectionParameters?.application_name === 'cinnabar jobs' ? '(job runner)' : '(jobs)';
}

function note(from, kind, text) {
  const key = JSON.stringify([from, kind, attributed ? text : '']);
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

process.on('message', () => {
  process.send([...counts].map(([key, count]) => [...JSON.parse(key), count]));
});
process.channel?.unref();
