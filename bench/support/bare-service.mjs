// What a contract costs without the service: a plain HTTP server that inserts the rows of a contract into copies of its
// tables, reads them, and signs and writes its file; no rights, rules, lists, messages or jobs. Started by bare-flows.mjs
// with {address, flowId, folder}; `flowId` is the contract whose rows are repeated. Sends its port when it listens.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const pg = createRequire(new URL('../../packages/server/package.json', import.meta.url))('pg');
const { address, flowId: model, folder } = JSON.parse(process.argv[2]);
const pool = new pg.Pool({ ...address, max: 10 });
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** A file that is ready to be signed, and what a signature appends to it; bytes. */
const PREPARED = randomBytes(35_000);
const SIGNATURE_BYTES = 12_500;
const TABLES = [
  'flows',
  'flow_participants',
  'flow_files',
  'flow_components',
  'flow_inbox',
  'flow_revisions',
  'flow_events',
  'flow_signatures',
  'flow_intents',
];
/** Rows of a start; those of the other tables are divided among the acts. */
const STARTED = TABLES.slice(0, 5);

const rowsOf = new Map();
await pool.query('create schema bare');
for (const table of TABLES) {
  await pool.query(`create table bare.${table} (like public.${table})`);
  const { rows: indexes } = await pool.query(
    `select regexp_replace(indexdef, '^CREATE (UNIQUE )?INDEX \\S+ ON public\\.', 'create index on bare.') as text
       from pg_indexes where schemaname = 'public' and tablename = $1`,
    [table],
  );
  for (const { text } of indexes) await pool.query(text);
  const { rows } = await pool.query(`select to_jsonb(row) as row from ${table} as row where flow_id = $1`, [
    model,
  ]);
  rowsOf.set(
    table,
    rows.map(({ row }) => row),
  );
}
const corpId = rowsOf.get('flows')[0].corp_id;

/** The statement of one act, named like it, with the part of the rows that it writes. */
function act(name, tables, part, parts, first = '') {
  const inserts = tables.map(
    (table, index) =>
      `${table} as (insert into bare.${table}
         select * from jsonb_populate_recordset(null::bare.${table}, $${index + 2}::jsonb))`,
  );
  const text = `with flow as (select $1::bigint as flow_id) ${first}, ${inserts.join(', ')} select 1`;
  const given = tables.map((table) => {
    const rows = rowsOf.get(table);
    const share = Math.ceil(rows.length / parts);
    return rows.slice(part * share, (part + 1) * share);
  });
  return (flowId) => {
    const values = given.map((rows) => JSON.stringify(rows.map((row) => ({ ...row, flow_id: flowId }))));
    return pool.query({ name, text, values: [flowId, ...values] });
  };
}

const grown = ['flow_revisions', 'flow_events'];
const moved = `, moved as (update bare.flows set revision = revision + 1
  where corp_id = ${corpId} and flow_id = (select flow_id from flow) returning revision)`;
const start = act('start', STARTED, 0, 1);
const fill = act('fill', grown, 0, 3, moved);
const signed = [1, 2].map((part) => act(`sign${part}`, [...grown, 'flow_signatures'], part, 3, moved));
const proven = [0, 1].map((part) => act(`proof${part}`, ['flow_intents'], part, 2));

async function read(flowId) {
  const { rows } = await pool.query({
    name: 'read',
    text: `select flow.*, (select jsonb_agg(each) from bare.flow_components as each
             where each.corp_id = flow.corp_id and each.flow_id = flow.flow_id) as components
           from bare.flows as flow where corp_id = $1 and flow_id = $2`,
    values: [corpId, flowId],
  });
  return rows;
}

async function write(flowId, revision, bytes) {
  const file = await open(join(folder, `${flowId}-${revision}`), 'wx');
  await file.writeFile(bytes);
  await file.sync();
  await file.close();
}

async function appendSignature(flowId, revision) {
  const before = await readFile(join(folder, `${flowId}-${revision - 1}`));
  const bytes = Buffer.concat([before, Buffer.alloc(SIGNATURE_BYTES, 7)]);
  const value = sign('sha256', createHash('sha256').update(bytes).digest(), privateKey);
  bytes.set(value, before.length);
  await write(flowId, revision, bytes);
}

const answers = {
  '/start': ({ flowId }) => start(flowId),
  '/read': ({ flowId }) => read(flowId),
  '/fill': async ({ flowId }) => {
    await write(flowId, 0, PREPARED);
    await fill(flowId);
  },
  '/prove': ({ flowId, side }) => proven[side](flowId),
  '/sign': async ({ flowId, side }) => {
    await appendSignature(flowId, side + 1);
    await signed[side](flowId);
  },
};

const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', async () => {
    try {
      const answer = await answers[request.url](JSON.parse(Buffer.concat(chunks).toString('utf8')));
      response.end(JSON.stringify(Array.isArray(answer) ? answer : {}));
    } catch (error) {
      response.statusCode = 500;
      response.end(String(error));
    }
  });
});
server.listen(0, '127.0.0.1', () => process.send(server.address().port));
