/** Calls generated from the specification by number and seed: any operation, with any of its fields changed at random. */
import type { Json } from '@cinnabar/api/schema.js';
import { specified } from '../specification.js';
import type { Changes } from './change-body.js';
import { requestFields } from './field-rows.js';
import type { OperationTable } from './operation-table.js';
import { accepted, type Row } from './rows.js';

type Random = () => number;

const choose = <Thing>(things: readonly Thing[], random: Random): Thing | undefined =>
  things[Math.floor(random() * things.length)];

/** Values at which programs fail: ends of ranges, empty ones, long ones, parts of other languages. */
const WILD: readonly Json[] = [
  ...[
    null,
    true,
    false,
    0,
    -0,
    -1,
    1,
    2,
    1.5,
    1e21,
    5e-324,
    2_147_483_647,
    -2_147_483_649,
    9_007_199_254_740_991,
  ],
  ...[
    '',
    ' ',
    '0',
    '-1',
    '1e9',
    'NaN',
    'null',
    '\u0000',
    '\ud800',
    '\u202e',
    '👩‍👩‍👧',
    '长'.repeat(5_000),
    'a'.repeat(60_000),
  ],
  ...[
    "' or 1=1 --",
    '%',
    '_',
    '\\',
    '../../etc/passwd',
    '<script>',
    '{{7*7}}',
    '$(id)',
    '2026-02-30',
    '13900000001',
  ],
  ...[
    [],
    {},
    [[]],
    [null],
    [{}],
    { length: 1 },
    { toString: 1 },
    { constructor: {} },
    Array.from({ length: 600 }, () => 1),
  ],
];

function deep(levels: number): Json {
  let value: Json = 1;
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

function wildValue(random: Random): Json | undefined {
  const kind = random();
  if (kind < 0.15) return undefined;
  if (kind < 0.3) return Math.floor(random() * 2_000);
  if (kind < 0.4) return String(Math.floor((random() - 0.5) * 2 ** 40));
  if (kind < 0.5) {
    const codes = Array.from({ length: Math.floor(random() * 40) }, () => Math.floor(random() * 0xffff));
    return String.fromCharCode(...codes);
  }
  if (kind < 0.53) return deep(Math.floor(random() * 3_000));
  return choose(WILD, random);
}

/** A body that is no JSON, or is no object. */
function wildBody(random: Random): Row {
  const texts = [
    '',
    '{',
    '[]',
    'null',
    '1',
    '"text"',
    '{"a":',
    '{"a":1,"a":2}',
    '{"__proto__":{"a":1}}',
    '\ufeff{}',
  ];
  const contentType = choose(
    ['application/json', 'text/plain', null, 'multipart/form-data', 'application/json; charset=utf-16'],
    random,
  );
  const bytes = choose([...texts, '['.repeat(100_000), `{"a":"${'x'.repeat(200_000)}"}`], random) ?? '';
  return accepted('a wild body', { raw: { contentType: contentType ?? null, bytes } });
}

/** One call; that it is `accepted` says nothing, since nobody knows beforehand. */
export function generatedCall(
  tables: readonly OperationTable[],
  random: Random,
): { readonly table: OperationTable; readonly row: Row } {
  const table = choose(tables, random);
  if (table === undefined) throw new Error('there are no operations');
  if (table.good.raw !== undefined || random() < 0.05) return { table, row: wildBody(random) };
  const fields = requestFields(specified(table.path).request);
  const changes: Record<string, Json | undefined> = {};
  for (let count = 1 + Math.floor(random() * 4); count > 0; count -= 1) {
    const path = choose(fields, random)?.path ?? 'unknownField';
    changes[path] = wildValue(random);
  }
  const change: Changes = changes;
  const [first] = Object.values(changes);
  // Some bodies are lists.
  if (table.arrayBody === true) return { table, row: accepted('a wild list', { body: [first ?? null] }) };
  return { table, row: accepted(`wild ${Object.keys(changes).join(', ')}`, { change }) };
}
