import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { registry } from '@cinnabar/api/registry.js';
import { describe, expect, test } from 'vitest';
import { root, textOf } from '../support/documentation.js';

describe('docs/api', () => {
  test('is up to date with npm run docs:api', () => {
    execFileSync(process.execPath, ['scripts/generate-api-docs.mjs', '--check'], {
      cwd: root,
      stdio: 'pipe',
    });
  });

  test('has every operation on the page of its area and on the index', () => {
    const index = textOf('docs/api/README.md');
    for (const { path, area } of registry) {
      expect(index).toContain(`\`${path}\``);
      expect(textOf(`docs/api/${area}.md`)).toContain(`\n\`POST ${path}\`\n`);
    }
  });

  test('has no broken links', () => {
    for (const file of readdirSync(join(root, 'docs/api'))) {
      for (const [, target = '', anchor] of textOf(`docs/api/${file}`).matchAll(
        /\]\(([^)#]*)(?:#([^)]*))?\)/g,
      )) {
        const page = target === '' ? file : target;
        expect(existsSync(join(root, 'docs/api', page)), `${file}: ${page}`).toBe(true);
        if (anchor !== undefined) expect(textOf(join('docs/api', page))).toContain(`<a id="${anchor}"></a>`);
      }
    }
  });
});
