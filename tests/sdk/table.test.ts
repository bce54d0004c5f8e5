import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { registry } from '@cinnabar/api/registry.js';
import { Cinnabar } from '@cinnabar/sdk';
import { describe, expect, test } from 'vitest';
import { kindAt } from '../../packages/sdk/dist/calls.js';
import { operations } from '../../packages/sdk/dist/operations.js';
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

  test('is up to date with the registry', () => {
    execFileSync(process.execPath, ['scripts/generate-sdk-table.mjs', '--check'], {
      cwd: root,
      stdio: 'pipe',
    });
  });

  test('matches the declaration of each operation', async () => {
    const source = await readFile(join(root, 'packages/sdk/src/operations.ts'), 'utf8');
    for (const { path, title } of registry) {
      const name = path.slice(path.lastIndexOf('/') + 1);
      expect(source).toMatch(new RegExp(`/\\*\\* ${title.zh} / ${title.en} \\*/\\n\\s+${name}: '`));
    }
  });
});
