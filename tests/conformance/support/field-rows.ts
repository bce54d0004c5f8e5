/** Rows derived from the type of each specified request field: missing, mistyped, or not a text. */
import type { Json } from '@cinnabar/api/schema.js';
import { type Fields, isList, type Scalar, type Shape, unmarked } from '../specification/notation.js';
import { specified } from '../specification.js';
import { type Expected, invalid, named } from './expected.js';
import type { OperationTable, Tolerance } from './operation-table.js';
import { accepted, brief, type Row, refused } from './rows.js';

/** Values of wrong types, by expected type. */
const mistyped: Readonly<Record<Scalar | 'list' | 'object', readonly Json[]>> = {
  int64: ['abc', '12a', '1e3', 1.5, '1.5', 9_007_199_254_740_992, '9007199254740993', true, [1], {}],
  int32: ['abc', '12a', '0x10', 1.5, '1.5', 2_147_483_648, '-2147483649', false, [1], {}],
  number: ['abc', '1,5', '1e400', 'NaN', '--1', true, [1], {}],
  string: [true, ['text'], { text: 'text' }, 'text\u0000', 'half a \ud800 pair', '\udc00'],
  boolean: ['yes', 2, -1, 0.5, 'TRUE ', [true], {}],
  dateTime: [
    'yesterday',
    '2026-02-30 00:00:00',
    '2026-13-01',
    '2026-01-31 24:01:00',
    '31.01.2026',
    20260131,
    true,
    {},
    '2026-01-31\u0000',
  ],
  list: ['text', 5, true, { '0': 1 }],
  object: ['text', 5, true, [1]],
};

interface Specified {
  /** As in the specification: `components[].value`. */
  readonly name: string;
  /** In the valid body: `components[0].value`. */
  readonly path: string;
  readonly type: Scalar | 'list' | 'object';
  readonly required: boolean;
}

/** All request fields, nested ones included; the first element of a list represents all. */
export function requestFields(fields: Fields, name = '', path = ''): readonly Specified[] {
  return Object.entries(fields).flatMap(([key, field]) => {
    const { shape, mark } = unmarked(field);
    const at = { name: name === '' ? key : `${name}.${key}`, path: path === '' ? key : `${path}.${key}` };
    return fieldsAt(shape, at, mark === '!');
  });
}

function fieldsAt(
  shape: Shape,
  { name, path }: Pick<Specified, 'name' | 'path'>,
  required: boolean,
): readonly Specified[] {
  if (typeof shape === 'string') return [{ name, path, type: shape, required }];
  if (!isList(shape)) return [{ name, path, type: 'object', required }, ...requestFields(shape, name, path)];
  const item = { name: `${name}[]`, path: `${path}[0]` };
  return [{ name, path, type: 'list', required }, ...fieldsAt(shape[0], item, false)];
}

export function fieldRows(table: OperationTable): readonly Row[] {
  const fields = requestFields(specified(table.path).request);
  const refusal = (path: string): Expected =>
    table.invalidBody === undefined ? invalid(path) : named(table.invalidBody, path);
  const shape = table.shape === undefined ? {} : { body: table.shape };
  const tolerates = (field: string, allows: Tolerance['allows']): boolean =>
    table.tolerated?.some((each) => each.field === field && each.allows === allows) === true;

  const missing = fields.flatMap(({ name, path, type, required }) => {
    if (!required) return [];
    const rows: Row[] = [];
    rows.push({
      ...refused(`without ${path}`, { ...shape, change: { [path]: undefined } }, refusal(path)),
      without: name,
    });
    if (!tolerates(name, 'null'))
      rows.push({
        ...refused(`${path} = null`, { ...shape, change: { [path]: null } }, refusal(path)),
        field: name,
      });
    const blank: Json = type === 'string' ? '' : [];
    if ((type === 'string' || type === 'list') && !tolerates(name, 'blank')) {
      rows.push({
        ...refused(`${path} = ${brief(blank)}`, { change: { [path]: blank } }, refusal(path)),
        field: name,
      });
    }
    return rows;
  });
  const wrong = fields.flatMap(({ name, path, type }) =>
    mistyped[type].map((value) => ({
      ...refused(`${path} = ${brief(value)}`, { ...shape, change: { [path]: value } }, refusal(path)),
      field: name,
    })),
  );
  return [
    ...missing,
    ...wrong,
    ...(table.writes || table.good.raw !== undefined ? [] : readingRows(table, fields)),
  ];
}

/** Reading changes nothing, so accepted requests can be repeated. */
function readingRows(table: OperationTable, fields: readonly Specified[]): readonly Row[] {
  const top = fields.filter(({ path }) => !/[.[]/.test(path));
  const given = (path: string): Json | undefined =>
    typeof table.good.body === 'object' && table.good.body !== null && !Array.isArray(table.good.body)
      ? Object.entries(table.good.body).find(([name]) => name === path)?.[1]
      : undefined;
  const optional = top.filter(({ path, required }) => !required && given(path) === undefined);
  const numbers = top.flatMap(({ path, type }) => {
    const value = given(path);
    return /^(int|number)/.test(type) && value !== undefined ? [[path, String(value)] as const] : [];
  });
  return [
    ...(optional.length === 0
      ? []
      : [
          accepted('optional fields null', {
            change: Object.fromEntries(optional.map(({ path }) => [path, null])),
          }),
          accepted('optional fields ""', {
            change: Object.fromEntries(optional.map(({ path }) => [path, ''])),
          }),
        ]),
    ...(numbers.length === 0 ? [] : [accepted('numbers as texts', { change: Object.fromEntries(numbers) })]),
  ];
}
