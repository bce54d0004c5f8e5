/** The packages usable without the service, packed and installed in another project. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Consumer, givenConsumer } from '../support/consumer.js';
import { root, textOf } from '../support/documentation.js';

const PACKED = ['api', 'fonts', 'pdf', 'pki', 'sdk'] as const;

let consumer: Consumer;
beforeAll(async () => {
  consumer = await givenConsumer(PACKED);
});
afterAll(() => consumer.remove());

const installed = (name: string): string => join(consumer.folder, 'node_modules/@cinnabar', name);

async function filesOf(name: string): Promise<readonly string[]> {
  const entries = await readdir(installed(name), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(installed(name).length + 1));
}

/** All TypeScript snippets of a page as one program. */
function programIn(page: string): string {
  return [...textOf(page).matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block).join('\n');
}

async function runReadme(name: string): Promise<string> {
  await writeFile(join(consumer.folder, `readme-${name}.ts`), programIn(`packages/${name}/README.md`));
  await consumer.compile(`readme-${name}.ts`);
  return consumer.run([`readme-${name}.js`]);
}

describe.each(PACKED)('the tarball of %s', (name) => {
  test('contains the licence, a README, types, and the sources named by its source maps', async () => {
    const files = new Set(await filesOf(name));
    expect(files).toContain('README.md');
    expect(await readFile(join(installed(name), 'LICENSE'), 'utf8')).toBe(
      await readFile(join(root, 'LICENSE'), 'utf8'),
    );
    expect([...files].filter((file) => /tsbuildinfo|\.test\.|\.ttf$/.test(file))).toEqual([]);
    const compiled = [...files].filter((file) => file.endsWith('.js'));
    expect(compiled.length).toBeGreaterThan(0);
    for (const file of compiled) {
      expect(files).toContain(file.replace(/\.js$/, '.d.ts'));
      expect(files).toContain(`${file}.map`);
      expect(files).toContain(file.replace(/^dist\//, 'src/').replace(/\.js$/, '.ts'));
    }
  });

  test('declares description, licence, Node.js version, and exports', async () => {
    const manifest: Record<string, unknown> = JSON.parse(
      await readFile(join(installed(name), 'package.json'), 'utf8'),
    );
    expect(manifest).toMatchObject({
      name: `@cinnabar/${name}`,
      license: 'Apache-2.0',
      type: 'module',
      engines: { node: '>=20.19' },
      exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
    });
    expect(manifest['description']).toEqual(expect.any(String));
    const dependencies = Object.keys(Object(manifest['dependencies'] ?? {}));
    const ours = dependencies.filter((each) => each.startsWith('@cinnabar/'));
    expect(ours).toEqual({ pdf: ['@cinnabar/pki'] }[String(name)] ?? []);
  });
});

test('every example in a doc comment compiles', async () => {
  const examples: string[] = [];
  for (const name of PACKED) {
    for (const file of await filesOf(name)) {
      if (!/^src\/.*\.ts$/.test(file)) continue;
      const text = await readFile(join(installed(name), file), 'utf8');
      for (const [, block = ''] of text.matchAll(/^ \* ```ts\n((?: \*.*\n)*?) \* ```$/gm))
        examples.push(block.replaceAll(/^ \* ?/gm, ''));
    }
  }
  expect(examples.length).toBeGreaterThan(12);
  const files = examples.map((_, index) => `example-${index}.ts`);
  for (const [index, example] of examples.entries())
    await writeFile(join(consumer.folder, `example-${index}.ts`), `${example}\nexport {};\n`);
  await consumer.compile(...files);
});

describe('the README of a package runs verbatim', () => {
  test('pki: certificates, paths, CMS, timestamps, revocation', async () => {
    expect((await runReadme('pki')).split('\n')).toEqual([
      '-----BEGIN CERTIFICATE-----',
      "true [ '上海某某科技有限公司', 'Example Root' ]",
      'EXPIRED',
      'true RIGHT',
      '2026-06-01T08:00:00.000Z',
      'function',
      '2026-05-01T00:00:00.000Z',
      'function',
      '',
    ]);
  });

  test('pdf: import, values, a seal, a signature with a timestamp, an archive, verification', async () => {
    expect((await runReadme('pdf')).split('\n').slice(1)).toEqual([
      'true',
      'party-a signature 上海某某科技有限公司 B-T 2026-06-01T08:00:01.000Z []',
      'archive-1 timestamp Example TSA null 2026-06-01T08:00:01.000Z []',
      'valid',
      'invalid',
      'valid true',
      '',
    ]);
  });

  test('fonts', async () => {
    expect(await runReadme('fonts')).toBe('lxgw-wenkai-400 3\n');
  });

  test('api', async () => {
    expect(await runReadme('api')).toMatch(/^true \/\S+\n$/);
  });
});
