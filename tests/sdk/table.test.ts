import { readFile } from 'node:fs/promises';
import { registry } from '@cinnabar/api/registry.js';
import { Cinnabar } from '@cinnabar/sdk';
import { describe, expect, test } from 'vitest';
import { kindAt } from '../../packages/sdk/dist/calls.js';
import { operations } from '../../packages/sdk/dist/operations.js';

const client: object = new Cinnabar({ baseUrl: 'http://127.0.0.1:1', appId: 'a', appSecret: 's' });

function at(path: string): unknown {
  return path
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (above, name) => (typeof above === 'object' && above !== null ? Reflect.get(above, name) : null),
      client,
    );
}

describe('the table of operations', () => {
  test.each(registry.map((operation) => [operation.path, operation] as const))(
    '%s is a call by its address',
    (path, { file, answer }) => {
      expect(at(path)).toBeTypeOf('function');
      expect(kindAt(operations, path)).toBe(file === null ? answer.kind : 'upload');
    },
  );

  test('holds nothing else', () => {
    const leaves = (table: object): number =>
      Object.values(table).reduce((sum, entry) => sum + (typeof entry === 'string' ? 1 : leaves(entry)), 0);
    expect(leaves(operations)).toBe(registry.length);
    for (const path of ['/seal', '/seal/constructor', '/', '', '/seal/getSealInfo/x']) {
      expect(kindAt(operations, path)).toBeUndefined();
    }
  });

  test('says of each operation what its declaration says', async () => {
    const source = await readFile(new URL('../../packages/sdk/src/operations.ts', import.meta.url), 'utf8');
    const said = [...source.matchAll(/\/\*\* (.+) \*\/\n\s+(\w+): '/g)].map(
      ([, title, name]) => `${name}: ${title}`,
    );
    const declared = registry.map(
      ({ path, title: { zh, en } }) => `${path.slice(path.lastIndexOf('/') + 1)}: ${zh} / ${en}`,
    );
    expect(said.sort()).toEqual(declared.sort());
  });
});
