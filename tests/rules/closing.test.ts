/** What keeps an enterprise from being closed, with the remedy of each. */
import { remediesOf } from '@cinnabar/server/areas/closing/rules.js';
import { expect, test } from 'vitest';

test('what is left on an account names the command that takes it away, for each account its own', () => {
  const said = remediesOf([
    { kind: 'collections', count: 10_000, names: ['collection'] },
    { kind: 'contracts', count: 9990, names: ['contract'] },
  ]).map(({ en }) => en);
  expect(said).toEqual([
    '9990 contracts are left on the account: settle them, then "balance add --count=-9990"',
    '10000 collections are left on the account: settle them, then "balance add --payee --count=-10000"',
  ]);
});

test('contracts in progress come first, by their codes', () => {
  const said = remediesOf([
    { kind: 'subsidiaries', count: 1, names: ['云帆贸易'] },
    { kind: 'running', count: 2, names: ['HT1', 'HT2'] },
  ]).map(({ en }) => en);
  expect(said[0]).toBe('2 contracts have not ended (HT1, HT2): have them completed, refused or revoked');
  expect(said[1]).toContain('corp parent --none');
});
