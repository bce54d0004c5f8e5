// Writes packages/sdk/src/operations.ts from the registry; part of npm run build, so the table needs no maintenance.
//
// node scripts/generate-sdk-table.mjs            writes the table
// node scripts/generate-sdk-table.mjs --check    fails if the table is out of date
import { readFileSync, writeFileSync } from 'node:fs';
import { registry } from '../packages/api/dist/registry.js';

const TABLE = new URL('../packages/sdk/src/operations.ts', import.meta.url);

const HEAD = `/**
 * Every operation by the segments of its path, with the kind of its request and response. Generated from packages/api
 * by npm run build; do not edit. The compiler checks it against the types of the declarations.
 */
import type { KindTree } from './typed-calls.js';

export const operations = {
`;

/** The operations as a tree: each segment of a path leads to an operation or to further segments. */
function treeOf(operations) {
  const root = new Map();
  for (const operation of operations) {
    const names = operation.path.slice(1).split('/');
    let above = root;
    for (const name of names.slice(0, -1)) {
      if (!above.has(name)) above.set(name, new Map());
      above = above.get(name);
    }
    above.set(names.at(-1), operation);
  }
  return root;
}

function linesOf(tree, indent) {
  return [...tree].flatMap(([name, entry]) => {
    if (entry instanceof Map) {
      return [`${indent}${name}: {`, ...linesOf(entry, `${indent}  `), `${indent}},`];
    }
    const { title, file, answer } = entry;
    const kind = file === null ? answer.kind : 'upload';
    return [`${indent}/** ${title.zh} / ${title.en} */`, `${indent}${name}: '${kind}',`];
  });
}

const wanted = `${HEAD}${linesOf(treeOf(registry), '  ').join('\n')}\n} as const satisfies KindTree;\n`;
if (wanted !== readFileSync(TABLE, 'utf8')) {
  if (process.argv.includes('--check')) {
    console.error('packages/sdk/src/operations.ts is out of date: run npm run build');
    process.exitCode = 1;
  } else {
    writeFileSync(TABLE, wanted);
  }
}
