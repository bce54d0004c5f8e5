import { registry } from '@cinnabar/api/registry.js';
import {
  isAdministrative,
  operationActs,
  selfRecorded,
  unrecorded,
} from '@cinnabar/server/areas/audit/index.js';
import { expect, test } from 'vitest';

const lists = [[...operationActs.keys()], selfRecorded, [...unrecorded.keys()]];

test('every writing operation of administration is recorded in the audit, or left out for a stated reason', () => {
  const administrative: readonly string[] = registry.filter(isAdministrative).map(({ path }) => path);
  expect(administrative.length).toBeGreaterThan(25);
  for (const path of administrative) {
    expect(
      lists.filter((list) => list.includes(path)),
      path,
    ).toHaveLength(1);
  }
  for (const path of lists.flat()) expect(administrative, path).toContain(path);
});

test('no kept field can be a secret or a proof', () => {
  for (const { facts = [], texts = [] } of operationActs.values()) {
    for (const field of [...facts, ...texts]) expect(field).not.toMatch(/pwd|password|secret|code|proof/i);
  }
});
