// Builds the web pages: type check, then Vite, then every file compressed once. Does nothing if the sources have not
// changed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const sources = ['packages/web/src', 'packages/web/docs-content', 'packages/api/src', 'docs'];
const single = [
  'packages/web/index.html',
  'packages/web/vite.config.js',
  'packages/web/chunks.js',
  'packages/web/package.json',
  'packages/api/recorded-calls.json',
  'packages/sdk/README.md',
  'packages/sdk/README.zh-CN.md',
  'package-lock.json',
  'scripts/build-web.mjs',
];
const built = 'packages/web/dist';
const stamp = join(built, '.made-from');

const state = stateOfSources();
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== state) {
  run('node_modules/typescript/bin/tsc', '-p', 'packages/web');
  run(
    'node_modules/vite/bin/vite.js',
    'build',
    '--config',
    'packages/web/vite.config.js',
    '--logLevel',
    'warn',
  );
  for (const name of readdirSync(join(built, 'assets'))) pack(join(built, 'assets', name));
  writeFileSync(stamp, state);
}

function run(...args) {
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

function stateOfSources() {
  const hash = createHash('sha256');
  const below = sources.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  for (const path of [...below, ...single].sort()) hash.update(path).update(readFileSync(path));
  return hash.digest('hex');
}

function pack(path) {
  const bytes = readFileSync(path);
  const quality = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: quality }));
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
}
