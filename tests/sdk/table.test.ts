import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as enums from '@cinnabar/api/enums.js';
import { registry } from '@cinnabar/api/registry.js';
import * as sdk from '@cinnabar/sdk';
import { Cinnabar } from '@cinnabar/sdk';
import { describe, expect, test } from 'vitest';
import { kindAt } from '../../packages/sdk/dist/calls.js';
import { operations } from '../../packages/sdk/dist/generated/operations.js';
import { root } from '../support/documentation.js';

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
    '%s can be called by its path',
    (path, { file, answer }) => {
      expect(at(path)).toBeTypeOf('function');
      expect(kindAt(operations, path)).toBe(file === null ? answer.kind : 'upload');
    },
  );

  test('contains nothing else', () => {
    const leaves = (table: object): number =>
      Object.values(table).reduce((sum, entry) => sum + (typeof entry === 'string' ? 1 : leaves(entry)), 0);
    expect(leaves(operations)).toBe(registry.length);
    for (const path of ['/seal', '/seal/constructor', '/', '', '/seal/getSealInfo/x']) {
      expect(kindAt(operations, path)).toBeUndefined();
    }
  });

  test.each(registry.map((operation) => [operation.path, operation] as const))(
    '%s is explained where it is called',
    async (path, { title }) => {
      const source = await readFile(join(root, 'packages/sdk/dist/generated/calls.d.ts'), 'utf8');
      expect(source).toContain(`     * ${title.zh} / ${title.en}\n`);
      expect(source).toContain(`\`POST ${path}\`. Codes and reasons: `);
    },
  );
});

describe('every field of the types', () => {
  test.each(['types', 'events'])('of %s has its meaning as a comment, in both languages', async (name) => {
    const source = await readFile(join(root, `packages/sdk/dist/generated/${name}.d.ts`), 'utf8');
    const types = source.slice(0, source.indexOf('export interface OperationTypes'));
    const lines = types.split('\n');
    const fields = lines.flatMap((line, index) =>
      /^ +readonly \w+\??:/.test(line) ? [[line.trim(), lines[index - 1] ?? ''] as const] : [],
    );
    expect(fields.length).toBeGreaterThan(50);
    const unexplained = fields.filter(
      ([, comment]) => !/^ +\/\*\* .*\p{Script=Han}.* \/ .*[a-zA-Z].* \*\/$/u.test(comment),
    );
    expect(unexplained.map(([field]) => field)).toEqual([]);
  });
});

test('the named constants are those of the interface', () => {
  for (const [name, members] of Object.entries(enums))
    expect([name, Reflect.get(sdk, name)]).toEqual([name, members]);
});
