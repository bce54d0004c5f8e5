// Prints the compressed size of what a browser loads before a page can be used; fails if it exceeds the limit.
import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const dist = join(dirname(fileURLToPath(import.meta.url)), '../packages/web/dist');
/** kB of JavaScript: the target for a page, and the limit. */
const pages = [
  { name: 'gate', aim: 120, most: 130 },
  { name: 'sign', aim: 150, most: 200 },
  { name: 'verify', aim: 150, most: 150 },
  { name: 'docs', aim: 140, most: 150 },
];

const manifest = JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8'));
const html = readFileSync(join(dist, 'index.html'), 'utf8');
const inHtml = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, file]) => file);
const packed = (file, end) => statSync(join(dist, file + end)).size / 1000;

for (const { name, aim, most } of pages) {
  let script = 0;
  for (const file of filesOf(...entriesOf(name))) {
    const gzip = packed(file, '.gz');
    if (file.endsWith('.js')) script += gzip;
    console.log(
      `${gzip.toFixed(1).padStart(7)} kB gzip ${packed(file, '.br').toFixed(1).padStart(7)} kB brotli  ${file}`,
    );
  }
  console.log(
    `${name} page: ${script.toFixed(1)} kB of JavaScript before it can be used (aim ${aim}, most ${most})`,
  );
  if (script > most) process.exitCode = 1;
}

/** A page that a link opens is behind the gate, whose chunk has no source of its own. */
function entriesOf(name) {
  const gate = Object.keys(manifest).find((entry) => manifest[entry].name === 'gate');
  if (name === 'gate') return [gate];
  return [...(name === 'sign' ? [gate] : []), `src/${name}/${name}-page.tsx`];
}

function filesOf(...entries) {
  const files = new Set(inHtml);
  const seen = new Set();
  const collect = (name) => {
    const { file, imports = [], css = [] } = manifest[name];
    if (seen.has(file)) return;
    seen.add(file);
    for (const each of [file, ...css]) files.add(each);
    for (const each of imports) collect(each);
  };
  entries.forEach(collect);
  return files;
}
