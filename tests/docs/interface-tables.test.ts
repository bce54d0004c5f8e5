import { errorCodes, errorReasons } from '@cinnabar/api/errors.js';
import type { Operation } from '@cinnabar/api/operation.js';
import { rights } from '@cinnabar/api/permissions.js';
import { registry } from '@cinnabar/api/registry.js';
import { flowMoves } from '@cinnabar/server/areas/flows/flow/rules/states.js';
import { describe, expect, test } from 'vitest';
import { tableUnder } from '../support/documentation.js';

const guide = 'docs/integration.md';

describe('the tables of the integration guide match the interface', () => {
  test('in Chinese: operations, codes and reasons', () => {
    const chinese = 'docs/zh-CN/integration.md';
    const words = (heading: string, key: string) =>
      tableUnder(chinese, heading).map((row) => [row[key], row['说明']]);
    const real = (entries: Readonly<Record<string, { readonly zh: string }>>) =>
      Object.entries(entries).map(([key, { zh }]) => [key, zh]);
    const paths = tableUnder(chinese, '接口列表').map((row) => row['路径']);
    expect(paths).toEqual(registry.map(({ path }) => path));
    expect(words('错误码', '错误码').toSorted(byFirst)).toEqual(real(errorCodes).toSorted(byFirst));
    expect(words('错误原因', '错误原因')).toEqual(real(errorReasons));
  });

  test('operations', () => {
    const told = tableUnder(guide, 'Operations').map((row) => ({
      path: row['path'],
      caller: row['caller'],
      source: row['source'],
      right: row['right'],
      success: row['success'],
      key: row['key'],
    }));
    expect(told).toEqual(registry.map(described));
  });

  test('codes, with status, message and operations', () => {
    const told = tableUnder(guide, 'Codes').map((row) => [
      row['code'],
      row['HTTP'],
      row['meaning'],
      row['named by'],
    ]);
    const real = Object.entries(errorCodes).map(([code, { status, en }]) => [
      code,
      String(status),
      en,
      namedBy(code),
    ]);
    // Integer keys come first in an object, whatever their order in the source; the table's order is irrelevant.
    expect(told.toSorted(byFirst)).toEqual(real.toSorted(byFirst));
  });

  test('reasons, with code and message', () => {
    const told = tableUnder(guide, 'Reasons').map((row) => [row['reason'], row['code'], row['meaning']]);
    expect(told).toEqual(Object.entries(errorReasons).map(([reason, { code, en }]) => [reason, code, en]));
  });

  test('rights and the roles that have them', () => {
    const told = tableUnder(guide, 'Who may do what').map((row) => [row['right'], row['roles']]);
    expect(told).toEqual(Object.entries(rights).map(([right, roles]) => [right, roles.join(', ')]));
  });
});

test('the transition table in the architecture is that of the flows', () => {
  const told = tableUnder('ARCHITECTURE.md', 'Flow states').map((row) => ({
    from: (row['from'] ?? '').split(', ').map((state) => (state === 'nothing' ? null : Number(state))),
    to: Number.parseInt(row['to'] ?? '', 10),
  }));
  expect(told).toEqual(flowMoves.map(({ from, to }) => ({ from, to })));
});

function described({ path, caller, source, right, successCode, writes, answer }: Operation) {
  return {
    path,
    caller,
    source: source === 'required' ? 'required' : '',
    right: right ?? '',
    success: answer.kind === 'file' ? `${successCode}, a file` : successCode,
    key: writes && answer.kind !== 'file' ? 'yes' : '',
  };
}

function namedBy(code: string): string {
  if (/^[45]\d\d$/.test(code)) return 'any';
  const operations = registry.filter(({ errors }) => errors.some((each) => each === code));
  const names = operations.map(({ path }) => path.slice(path.lastIndexOf('/') + 1));
  // Parsing strips the marks of a cell that is only a code span.
  const [only] = names;
  return names.length === 1 && only !== undefined ? only : names.map((name) => `\`${name}\``).join(', ');
}

function byFirst(left: readonly (string | undefined)[], right: readonly (string | undefined)[]): number {
  return String(left[0]).localeCompare(String(right[0]));
}
