// npm run sbom:image: prints the software bill of materials of an image, from what the image says of itself on standard
// input. docs/releasing.md has the command that asks it.
import { readFileSync } from 'node:fs';
import { imageSbom } from './release/image-sbom.mjs';
import { npmSbom } from './release/npm-sbom.mjs';

const server = new URL('../packages/server/package.json', import.meta.url);
const { pkcs11js } = JSON.parse(readFileSync(server, 'utf8')).peerDependencies;
console.log(JSON.stringify(imageSbom(npmSbom(), readFileSync(0, 'utf8'), pkcs11js), null, 2));
