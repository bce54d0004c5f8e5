// Draws purchase-contract.pdf, the contract with empty blanks that scripts/demo.mjs uploads, in the same way as the
// sandbox draws its own. Run it after a build if the contract has changed: node
// scripts/sample/draw-purchase-contract.mjs

import { writeFile } from 'node:fs/promises';
import { findFonts } from '@cinnabar/fonts';
import { DocumentEngine } from '../../packages/pdf/dist/engine/engine.js';
import { drawContract } from '../../packages/server/dist/sandbox/demo/draw-contract.js';
import { purchaseContract } from '../../packages/server/dist/sandbox/demo/purchase-contract.js';

const engine = new DocumentEngine({ fonts: findFonts(), workers: 1 });
const contract = purchaseContract();
const bytes = await drawContract(engine, contract, '设备采购合同');
await writeFile(new URL('purchase-contract.pdf', import.meta.url), bytes);
await engine.close();

// Positions of the blanks, for placing controls on them.
for (const [key, { page, x, y, width, height }] of contract.blanks) {
  console.log(`${key.padEnd(16)} page ${page}  x ${x}  y ${y}  ${width} x ${height}`);
}
for (const [key, { page, x, y }] of Object.entries({
  sealOfA: contract.sealOfA,
  sealOfB: contract.sealOfB,
})) {
  console.log(`${key.padEnd(16)} page ${page}  x ${x}  y ${y}`);
}
