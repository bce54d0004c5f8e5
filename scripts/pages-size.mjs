// Prints what a browser fetches before the sign page can be used, as it is sent; fails where that is too much.
import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const dist = join(dirname(fileURLToPath(import.meta.url)), '../packages/web/dist');
const AIM = 150;
const MOST = 200;

const manifest = JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8'));
const files = new Set();
collect('index.html');
collect('src/sign/sign-page.tsx');

function collect(name) {
  const { file, imports = [], css = [] } = manifest[name];
  if (files.has(file)) return;
  for (const each of [file, ...css]) files.add(each);
  for (const each of imports) collect(each);
}

const packed = (file, end) => statSync(join(dist, file + end)).size / 1000;
let script = 0;
for (const file of files) {
  const gzip = packed(file, '.gz');
  if (file.endsWith('.js')) script += gzip;
  console.log(
    `${gzip.toFixed(1).padStart(7)} kB gzip ${packed(file, '.br').toFixed(1).padStart(7)} kB brotli  ${file}`,
  );
}
console.log(
  `sign page: ${script.toFixed(1)} kB of JavaScript before it can be used (aim ${AIM}, most ${MOST})`,
);
process.exitCode = script > MOST ? 1 : 0;
