/** The calls of the SDK: an interface for each part of a path, with a method for each operation. */
import { codesOf } from '../../packages/api/dist/operation-codes.js';
import { commentOf } from './comments.mjs';
import { inputNameOf, kindOf, outputNameOf, pascal, treeOf } from './operations.mjs';

export function callsOf(registry, ruleOf) {
  const declarations = [];

  function declare(name, tree, comment) {
    const members = [...tree].map(([key, entry]) => {
      if (!(entry instanceof Map)) return methodOf(key, entry);
      const below = name === 'Calls' ? `${pascal(key)}Calls` : name.replace(/Calls$/, `${pascal(key)}Calls`);
      declare(below, entry, `Operations below \`${pathTo(entry)}\`.`);
      return `${commentOf([`\`POST ${pathTo(entry)}/…\``], '  ')}  readonly ${key}: ${below};\n`;
    });
    declarations.push(`${commentOf([comment])}export interface ${name} {\n${members.join('')}}\n`);
  }

  function methodOf(name, operation) {
    const { path, title, request } = operation;
    const kind = kindOf(operation);
    const comment = [
      `${title.zh} / ${title.en}`,
      ruleOf(operation),
      `\`POST ${path}\`. Codes and reasons: ${wordsOf(operation)}.`,
      '@param input the request\n@param options options of this call, on top of those of the client',
    ];
    const optional = kind !== 'upload' && (request.describe.required ?? []).length === 0;
    const input = `input${optional && request.describe.type === 'object' ? '?' : ''}: ${inputNameOf(path)}`;
    const output = outputNameOf(operation);
    const answer = { page: `Listing<${output}>`, file: 'Promise<Download>' }[kind] ?? `Promise<${output}>`;
    return `${commentOf(comment, '  ')}  ${name}(${input}, options?: CallOptions): ${answer};\n`;
  }

  declare('Calls', treeOf(registry), 'The calls of a client: every operation by its path.');
  return declarations.reverse();
}

/** The path that all operations below begin with. */
function pathTo(tree) {
  const [entry] = tree.values();
  const below = entry instanceof Map ? pathTo(entry) : entry.path;
  return below.slice(0, below.lastIndexOf('/'));
}

function wordsOf(operation) {
  return codesOf(operation)
    .map(({ code, reasons }) => (reasons.length === 0 ? code : `${code} (${reasons.join(', ')})`))
    .join('; ');
}
