import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../docs/documentation.js';

const run = promisify(execFile);

/** A project of somebody else's in which the packed SDK is installed. */
export interface Consumer {
  readonly folder: string;
  /** Compiles these TypeScript files, under its strictest rules, into JavaScript beside them. */
  compile(...files: readonly string[]): Promise<void>;
  /** Runs a program in the folder by Node.js, or by another runtime; gives back what it prints. */
  run(args: readonly string[], runtime?: string): Promise<string>;
  remove(): Promise<void>;
}

export async function givenConsumer(): Promise<Consumer> {
  const folder = await mkdtemp(join(tmpdir(), 'cinnabar-consumer-'));
  const packages = ['api', 'sdk'].map((name) => join(root, 'packages', name));
  const npm = (...args: readonly string[]) =>
    run('npm', [...args, '--silent', '--offline', '--no-audit', '--no-fund'], { cwd: folder });
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await npm('pack', ...packages);
  const packed = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
  await npm('install', ...packed.map((name) => `./${name}`));
  await mkdir(join(folder, 'node_modules/@types'));
  for (const name of ['@types/node', 'undici-types']) {
    await symlink(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  }
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

/** A program's own words instead of its exit code. */
function told(error: unknown): never {
  const { stdout = '', stderr = '' }: { stdout?: string; stderr?: string } = Object(error);
  throw new Error(`${stdout}${stderr}`, { cause: error });
}
