// npm run check:scaffolds: makes a new operation and a new page in a copy of the project, and has them built, linted and
// tested there. Takes minutes, most of them the build, and leaves nothing behind.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
// Inside the project, whose dependencies the sandboxes of the parsers let it read.
const copy = mkdtempSync(join(root, '.scaffolds-'));

/** Everything that git would commit, and the output of the last build, so that only what is new is compiled. */
function copyProject() {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
  });
  const files = listed.split('\0').filter((path) => path !== '' && existsSync(join(root, path)));
  const packages = readdirSync(join(root, 'packages'));
  const built = [
    ...packages.map((name) => `packages/${name}/dist`),
    ...['packages/fonts/files', 'packages/sdk/src/generated'],
  ].filter((path) => existsSync(join(root, path)));
  for (const path of [...files, ...built]) {
    cpSync(join(root, path), join(copy, path), { recursive: true, preserveTimestamps: true });
  }
  linkDependencies(packages);
  // Lint and the tests of the documentation ask git which files there are.
  execFileSync('git', ['init', '--quiet'], { cwd: copy });
}

/** The installed packages, but the copy's own in place of the project's. */
function linkDependencies(packages) {
  const [from, to] = [join(root, 'node_modules'), join(copy, 'node_modules')];
  mkdirSync(join(to, '@cinnabar'), { recursive: true });
  for (const name of readdirSync(from)) {
    if (name !== '@cinnabar' && !name.startsWith('.vite')) symlinkSync(join(from, name), join(to, name));
  }
  for (const name of packages) symlinkSync(join(copy, 'packages', name), join(to, '@cinnabar', name));
}

function run(...args) {
  console.log(`> node ${args.join(' ')}`);
  const { status } = spawnSync(process.execPath, args, { cwd: copy, stdio: 'inherit' });
  if (status !== 0) throw new Error(`failed: node ${args.join(' ')}`);
}

try {
  copyProject();
  run('scripts/new-page.mjs', 'scaffolded');
  run('scripts/new-operation.mjs', 'flows/view/contractScaffolded', '--no-build');
  run('scripts/new-operation.mjs', 'seals/sealScaffolded');
  run('scripts/build.mjs');
  run('scripts/check-imports.mjs');
  run('scripts/check-lengths.mjs');
  run('node_modules/typescript/bin/tsc', '-p', 'tests');
  const tests = [
    ...['rules/seal-scaffolded', 'rules/contract-scaffolded', 'rules/pages/scaffolded'],
    ...[
      'docs/interface-tables',
      'docs/field-meanings',
      'docs/handler-names',
      'docs/api-pages',
      'docs/chinese-editions',
    ],
  ].map((name) => `tests/${name}.test.ts`);
  run('node_modules/vitest/vitest.mjs', 'run', ...tests);
  const ofThese = ['-t', 'caffolded|are no others|starts'];
  run('node_modules/vitest/vitest.mjs', 'run', 'tests/conformance/bad-input.test.ts', ...ofThese);
  console.log('scaffolds: both are built, linted and tested');
} catch (error) {
  console.error(`scaffolds: ${error.message}`);
  process.exitCode = 1;
} finally {
  rmSync(copy, { recursive: true, force: true });
}
