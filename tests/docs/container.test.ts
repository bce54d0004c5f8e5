import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const dockerfile = read('Dockerfile');

describe('the Dockerfile', () => {
  const copied = [...dockerfile.matchAll(/^COPY (?:--from=\w+ )?(.+) \S+$/gm)].flatMap(([, from = '']) =>
    from.split(' ').map((path) => path.replace(/^\/(build|app)\/?/, '')),
  );

  it('copies only what there is once everything is built', () => {
    expect(copied.length).toBeGreaterThan(10);
    for (const path of copied) expect(existsSync(join(root, path)), path).toBe(true);
  });

  it('knows every package of the workspace, as npm ci asks for', () => {
    const packages = readdirSync(join(root, 'packages')).map((name) => `packages/${name}/package.json`);
    expect(copied).toEqual(expect.arrayContaining(packages));
  });

  it('brings the compiled code of every package that the command line and the service import', () => {
    const names = new Set<string>();
    const follow = (name: string): void => {
      if (names.has(name)) return;
      names.add(name);
      const { dependencies = {} }: { dependencies?: Record<string, string> } = JSON.parse(
        read(`packages/${name}/package.json`),
      );
      for (const each of Object.keys(dependencies)) {
        if (each.startsWith('@cinnabar/')) follow(each.slice('@cinnabar/'.length));
      }
    };
    follow('cli');
    follow('server');
    expect(copied).toEqual(expect.arrayContaining([...names].map((name) => `packages/${name}/dist`)));
  });

  it('runs as somebody who is not root', () => {
    expect(dockerfile).toMatch(/^USER \d{5}$/m);
  });

  it.each(['poppler-utils', 'poppler-data', 'libreoffice-writer-nogui', 'python3-uno'])(
    'installs %s, as CI does',
    (name) => {
      expect(dockerfile).toContain(` ${name}`);
      expect(read('.ci/run')).toContain(` ${name}`);
    },
  );
});

describe('the compose file', () => {
  it('gives the service only settings that there are', () => {
    const [, environment = ''] = /environment:\n((?: {6}\S.*\n)+)/.exec(read('compose.yaml')) ?? [];
    const names = [...environment.matchAll(/^ {6}(\w+):/gm)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(4);
    const known = read('docs/operations.md');
    for (const name of names) expect(known).toContain(`| \`${name}\` |`);
  });
});
