import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../support/documentation.js';

/** Benchmarks and scripts are not compiled, so a wrong import from the packages could go unnoticed. */
const programs = ['bench', 'scripts'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.mjs'))
    .map((name) => join(folder, name)),
);

test.each(programs)('%s imports only what exists', async (program) => {
  const text = readFileSync(join(root, program), 'utf8');
  const imports = text.matchAll(/^import \{([^}]*)\} from '(@cinnabar\/[^']+)';$/gm);
  for (const [, names = '', specifier = ''] of imports) {
    const module: object = await import(specifier);
    const wanted = names.split(',').map((name) => name.trim().split(' as ')[0] ?? '');
    expect([specifier, wanted.filter((name) => name !== '' && !(name in module))]).toEqual([specifier, []]);
  }
});
