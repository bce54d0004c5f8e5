// Prints the compressed size of what a browser loads before a page can be used; fails if it exceeds the limit.
import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const dist = join(dirname(fileURLToPath(import.meta.url)), '../packages/web/dist');
/** kB of JavaScript: the target for a page, and the limit. */
const pages = [
  { name: 'sign', aim: 150, most: 200 },
  { name: 'verify', aim: 150, most: 150 },
  { name: 'docs', aim: 140, most: 150 },
];

const manifest = JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8'));
const packed = (file, end) => statSync(join(dist, file + end)).size / 1000;

for (const { name, aim, most } of pages) {
  let script = 0;
  for (const file of filesOf('index.html', `src/${name}/${name}-page.tsx`)) {
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

function filesOf(...entries) {
  const files = new Set();
  const collect = (name) => {
    const { file, imports = [], css = [] } = manifest[name];
    if (files.has(file)) return;
    for (const each of [file, ...css]) files.add(each);
    for (const each of imports) collect(each);
  };
  entries.forEach(collect);
  return files;
}
