/** The lists of docs/privacy.md are those by which the service acts. */
import { corpFates } from '@cinnabar/server/areas/closing/index.js';
import { type Fate, fates } from '@cinnabar/server/areas/personal-data/index.js';
import { isRetentionKind, retention } from '@cinnabar/server/database/retention.js';
import { describe, expect, test } from 'vitest';
import { tableUnder } from '../support/documentation.js';

const GUIDE = 'docs/privacy.md';

const tablesOf = (...wanted: readonly Fate[]) =>
  Object.entries(fates)
    .filter(([, fate]) => wanted.includes(fate))
    .map(([table]) => table);

describe('the tables of', () => {
  test.each([
    ['What is deleted', ['deleted']],
    ['What is emptied', ['emptied']],
    ['What stays', ['contract', 'books', 'enterprise', 'expires']],
  ] as const)('“%s” are all of them', (heading, wanted) => {
    expect(tableUnder(GUIDE, heading).map(({ table }) => table)).toEqual(tablesOf(...wanted));
  });
});

test('the periods are those of the service', () => {
  const plain = (cell = ''): string => cell.replaceAll('`', '');
  const rows = tableUnder(GUIDE, 'Retention');
  expect(
    rows.map(({ kind, days, tables }) => [plain(kind).split(' ')[0], plain(days), plain(tables)]),
  ).toEqual(
    Object.keys(retention)
      .filter(isRetentionKind)
      .map((kind) => {
        const { days, tables } = retention[kind];
        const told = typeof days === 'string' ? days : days === 0 ? '0: until it ends' : String(days);
        return [kind, told, tables.join(', ')];
      }),
  );
});

test('whatever only expires has a period', () => {
  const expiring = Object.entries(fates).flatMap(([table, fate]) => (fate === 'expires' ? [table] : []));
  const kept = Object.values(retention).flatMap(({ tables }): readonly string[] => tables);
  expect(expiring.filter((table) => !kept.includes(table))).toEqual([]);
});

test('the fates of an enterprise are those by which its data are removed', () => {
  const told = tableUnder(GUIDE, 'Removal').flatMap(({ fate = '', tables = '' }) =>
    tables.split(', ').map((table) => [table.replaceAll('`', ''), fate.replaceAll('`', '')]),
  );
  expect(Object.fromEntries(told)).toEqual(corpFates);
});
