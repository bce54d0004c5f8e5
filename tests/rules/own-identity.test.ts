/**
 * Whether a mobile can be assigned to a person, depending on its holder. Accounts are never merged, and nothing is
 * lost.
 */
import { type Holder, mobileVerdict } from '@cinnabar/server/areas/own-identity/rules.js';
import { expect, test } from 'vitest';

const rows: readonly (readonly [wants: 'proven' | 'unproven', holder: Holder, expected: string])[] = [
  ['proven', { kind: 'nobody' }, 'free'],
  ['proven', { kind: 'unproven', hasAnything: false }, 'pass'],
  ['proven', { kind: 'unproven', hasAnything: true }, 'refused'],
  ['proven', { kind: 'samePerson', hasAnything: false }, 'pass'],
  ['proven', { kind: 'samePerson', hasAnything: true }, 'refused'],
  ['proven', { kind: 'somebodyElse' }, 'pass'],
  ['unproven', { kind: 'nobody' }, 'free'],
  ['unproven', { kind: 'unproven', hasAnything: false }, 'pass'],
  ['unproven', { kind: 'unproven', hasAnything: true }, 'refused'],
  ['unproven', { kind: 'somebodyElse' }, 'refused'],
];

test.each(rows)('for a person who is %s, claiming a mobile of %j: %s', (wants, holder, expected) => {
  expect(mobileVerdict(wants === 'proven', holder).kind).toBe(expected);
});
