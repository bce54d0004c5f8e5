// npm run release -- <version> [--dry-run]: writes the version, commits and tags, and packs the files of the release into
// release/. Sends nothing anywhere. docs/releasing.md describes what comes before and after.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { releasedChangelog, sectionOf } from './release/changelog.mjs';
import { NAME, npmSbom } from './release/npm-sbom.mjs';
import { withVersion } from './release/versions.mjs';

process.chdir(join(dirname(fileURLToPath(import.meta.url)), '..'));

const FOLDER = 'release';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'dry-run': { type: 'boolean', default: false } },
});
const [version = ''] = positionals;

const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).trim();
const npm = (...args) =>
  execFileSync('npm', ['--silent', ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 2 ** 28,
  });
const read = (path) => readFileSync(path, 'utf8');

/** What stands in the way of the release. */
function obstacles() {
  const changelog = read('CHANGELOG.md');
  return [
    [/^\d+\.\d+\.\d+$/.test(version), 'give the version, such as 1.2.0'],
    [git('status', '--porcelain') === '', 'there are uncommitted changes'],
    [git('branch', '--show-current') === 'main', 'the branch is not main'],
    [git('tag', '--list', `v${version}`) === '', `there is a tag v${version}`],
    [sectionOf(changelog, version) !== null, 'CHANGELOG.md has no section for it that says something'],
  ].flatMap(([holds, words]) => (holds ? [] : [words]));
}

/** Every package.json with its folder, the root first. */
const manifests = [
  'package.json',
  ...readdirSync('packages').map((name) => `packages/${name}/package.json`),
].filter((path) => existsSync(path));

function writeVersion() {
  for (const path of [...manifests, 'package-lock.json']) {
    writeFileSync(path, `${JSON.stringify(withVersion(JSON.parse(read(path)), version), null, 2)}\n`);
  }
  const day = new Date().toISOString().slice(0, 10);
  writeFileSync('CHANGELOG.md', releasedChangelog(read('CHANGELOG.md'), version, day));
}

/** The libraries and the client, which can be used without the service: they list what belongs to them. */
const libraries = manifests
  .filter((path) => JSON.parse(read(path)).files !== undefined)
  .map((path) => dirname(path));

/** The libraries, and the bill of materials of what runs in production. */
function pack() {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER);
  execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
  const workspaces = libraries.map((folder) => `--workspace=${folder}`);
  npm('pack', ...workspaces, '--ignore-scripts', '--pack-destination', FOLDER);
  writeFileSync(join(FOLDER, 'sbom.cdx.json'), `${JSON.stringify(npmSbom(), null, 2)}\n`);
  writeFileSync(join(FOLDER, 'NOTES.md'), `${sectionOf(read('CHANGELOG.md'), version)}\n`);
}

function archiveSources() {
  const prefix = `${NAME}-${version}`;
  git('archive', `--prefix=${prefix}/`, `--output=${join(FOLDER, `${prefix}.tar.gz`)}`, 'HEAD');
}

function writeSums() {
  const sums = readdirSync(FOLDER)
    .sort()
    .map(
      (name) =>
        `${createHash('sha256')
          .update(readFileSync(join(FOLDER, name)))
          .digest('hex')}  ${name}\n`,
    );
  writeFileSync(join(FOLDER, 'SHA256SUMS'), sums.join(''));
}

const found = obstacles();
for (const words of found) console.error(`release: ${words}`);
if (found.length > 0) process.exit(1);
if (options['dry-run']) {
  console.log(
    `release: nothing stands in the way of ${version}; its notes:\n\n${sectionOf(read('CHANGELOG.md'), version)}`,
  );
  process.exit(0);
}
writeVersion();
pack();
git('add', ...manifests, 'package-lock.json', 'CHANGELOG.md');
git('commit', '--quiet', '--message', `build: release ${version}`);
archiveSources();
writeSums();
git('tag', '--annotate', `v${version}`, '--message', `Cinnabar ${version}`);
console.log(
  `release: v${version} is tagged, its files are in ${FOLDER}/; send both: git push origin main v${version}`,
);
