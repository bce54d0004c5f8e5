import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../support/documentation.js';

const OPERATIONS = join(root, 'packages/api/dist/operations');
const AREAS = join(root, 'packages/server/dist/areas');

async function exportsOf(file: string): Promise<readonly (readonly [string, unknown])[]> {
  const module: object = await import(file);
  return Object.entries(module);
}

async function operationsByName(): Promise<ReadonlyMap<string, unknown>> {
  const files = readdirSync(OPERATIONS).filter((name) => name.endsWith('.js'));
  const found = await Promise.all(files.map((name) => exportsOf(join(OPERATIONS, name))));
  return new Map(found.flat());
}

const areas = readdirSync(AREAS).filter((area) => existsSync(join(AREAS, area, 'handlers.js')));

test('every area with operations lists its handlers', () => {
  for (const area of readdirSync(AREAS)) {
    const index = readFileSync(join(AREAS, area, 'index.js'), 'utf8');
    expect(areas.includes(area), area).toBe(index.includes('routesOf'));
  }
});

test.each(areas)('a handler of %s has the name of its operation', async (area) => {
  const operations = await operationsByName();
  for (const [name, handler] of await exportsOf(join(AREAS, area, 'handlers.js'))) {
    expect(operations.has(name), name).toBe(true);
    expect(handler, name).toBeTypeOf('function');
  }
});
