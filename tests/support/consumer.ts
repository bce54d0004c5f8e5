import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './documentation.js';

const run = promisify(execFile);

/** Another project in which packed packages are installed. */
export interface Consumer {
  readonly folder: string;
  /** Compiles these TypeScript files, with its strictest options, into JavaScript beside them. */
  compile(...files: readonly string[]): Promise<void>;
  /** Runs a program in the folder with Node.js or another runtime; returns its output. */
  run(args: readonly string[], runtime?: string): Promise<string>;
  remove(): Promise<void>;
}

/**
 * @param names of packages, each installed from its tarball with its dependencies. `fonts` is unpacked beside links to
 * the font packages of this workspace: npm would copy 270 MB of them.
 */
export async function givenConsumer(names: readonly string[] = ['sdk']): Promise<Consumer> {
  const folder = await mkdtemp(join(tmpdir(), 'cinnabar-consumer-'));
  const modules = join(folder, 'node_modules');
  const options = ['--silent', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  const npm = (...args: readonly string[]) => run('npm', [...args, ...options], { cwd: folder });
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await npm('pack', ...names.map((name) => join(root, 'packages', name)));
  const packed = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
  const fonts = packed.find((name) => name.startsWith('cinnabar-fonts-'));
  await npm('install', ...packed.filter((name) => name !== fonts).map((name) => `./${name}`));
  const linked = ['@types/node', 'undici-types'];
  if (fonts !== undefined) {
    await mkdir(join(modules, '@cinnabar/fonts'));
    const target = join(modules, '@cinnabar/fonts');
    await run('tar', ['-xzf', join(folder, fonts), '-C', target, '--strip-components=1']);
    linked.push('@expo-google-fonts', '@fontsource', 'wawoff2');
  }
  await mkdir(join(modules, '@types'));
  for (const name of linked) await symlink(join(root, 'node_modules', name), join(modules, name));
  await cp(join(root, 'scripts/sample/purchase-contract.pdf'), join(folder, 'contract.pdf'));
  return {
    folder,
    async compile(...files) {
      const compilerOptions = {
        strict: true,
        noUncheckedIndexedAccess: true,
        exactOptionalPropertyTypes: true,
        verbatimModuleSyntax: true,
        target: 'ES2022',
        module: 'NodeNext',
        types: ['node'],
      };
      await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
      await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder]).catch(told);
    },
    async run(args, runtime = process.execPath) {
      const { stdout, stderr } = await run(runtime, args, { cwd: folder }).catch(told);
      if (stderr !== '') throw new Error(stderr);
      return stdout;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Reports a program's output instead of its exit code. */
function told(error: unknown): never {
  const { stdout = '', stderr = '' }: { stdout?: string; stderr?: string } = Object(error);
  throw new Error(`${stdout}${stderr}`, { cause: error });
}
