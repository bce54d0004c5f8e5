// The scripts of the pages, compressed, from the manifest of the build.
import { readFileSync, statSync } from 'node:fs';

const dist = new URL('../../packages/web/dist/', import.meta.url);
const SCREEN = /^src\/console\/(?:.+\/)?(.+)-screen\.tsx$/;

/** Rows of name, kB and budget: the console with each screen, and what a link loads. */
export function kilobytesOf() {
  const manifest = JSON.parse(readFileSync(new URL('manifest.json', dist), 'utf8'));
  // Chunks of several modules have no source to be named after.
  const chunk = (name) => Object.keys(manifest).find((entry) => manifest[entry].name === name);
  const [all, gate] = [chunk('base'), chunk('gate')];
  const base = scriptsOf(manifest, all);
  const shell = scriptsOf(manifest, all, 'src/console/console-page.tsx');
  const screens = Object.keys(manifest)
    .filter((name) => SCREEN.test(name))
    .map((name) => [SCREEN.exec(name)[1], sizeOf([...new Set([...shell, ...scriptsOf(manifest, name)])])])
    .sort(([, one], [, other]) => other - one);
  const rows = [
    ['what every page loads', sizeOf(base), '-'],
    ['console: shell', sizeOf(shell), '165'],
    ...screens.map(([name, size]) => [`console: shell and ${name}`, size, '165 + 45']),
    ['gate of a link, beyond every page', sizeOf(beyond(scriptsOf(manifest, gate), base)), '-'],
    ['sign page', sizeOf(scriptsOf(manifest, all, gate, 'src/sign/sign-page.tsx')), '200'],
  ];
  return rows.map(([name, size, budget]) => [name, (size / 1000).toFixed(1), budget]);
}

function scriptsOf(manifest, ...names) {
  const files = new Set();
  const waiting = [...names];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const { file, imports = [] } = manifest[name];
    if (files.has(file)) continue;
    files.add(file);
    waiting.push(...imports);
  }
  return [...files].filter((file) => file.endsWith('.js'));
}

function beyond(files, known) {
  return files.filter((file) => !known.includes(file));
}

function sizeOf(files) {
  return files.reduce((sum, file) => sum + statSync(new URL(`${file}.gz`, dist)).size, 0);
}
