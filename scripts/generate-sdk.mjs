// Writes packages/sdk/src/generated from the declarations in packages/api; part of npm run build. The client is thereby a
// package of its own without dependencies, and editors show the meaning of every field.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as enums from '../packages/api/dist/enums.js';
import { errorCodes, errorReasons } from '../packages/api/dist/errors.js';
import { openApi } from '../packages/api/dist/openapi/openapi.js';
import { registry } from '../packages/api/dist/registry.js';
import { webhookEvents } from '../packages/api/dist/webhook-events.js';
import { callsOf } from './sdk/calls.mjs';
import { commentOf } from './sdk/comments.mjs';
import { inputNameOf, kindOf, outputNameOf, pascal, treeOf } from './sdk/operations.mjs';
import { SchemaTypes } from './sdk/schema-types.mjs';

const FOLDER = new URL('../packages/sdk/src/generated/', import.meta.url);
const API = new URL('../packages/api/', import.meta.url);

/** Names of the objects that several operations share: those under which packages/api exports them. */
async function sharedNames() {
  const names = new Map();
  for (const file of readdirSync(new URL('dist/schemas/', API)).filter((each) => each.endsWith('.js'))) {
    for (const [name, value] of Object.entries(await import(new URL(`dist/schemas/${file}`, API)))) {
      const properties = value?.describe?.properties;
      if (properties !== undefined && !names.has(properties)) names.set(properties, pascal(name));
    }
  }
  return names;
}

/** Fields that are not named after their constants. Values decide where there are several. */
const FIELDS = {
  participantType: ['PartyType'],
  participantSetMode: ['SetMode'],
  priority: ['PaymentPriority'],
  docQueryType: ['FlowQuery', 'ApprovalQuery'],
  flowStatusList: ['FlowStatus'],
};

const numbersOf = new Map(Object.entries(enums).map(([name, members]) => [name, Object.values(members)]));

function constantsOf(field, numbers) {
  const candidates = FIELDS[field] ?? [pascal(field)].filter((name) => numbersOf.has(name));
  return candidates.find((name) => {
    const values = numbersOf.get(name);
    // An event's status is any number; another version of the service may know more.
    return (
      numbers === null ||
      (FIELDS[field] === undefined
        ? numbers.every((each) => values.includes(each))
        : numbers.length === values.length && numbers.every((each) => values.includes(each)))
    );
  });
}

const types = new SchemaTypes(await sharedNames(), constantsOf);
const answerOf = ({ answer }) => (answer.kind === 'page' ? answer.item : answer.schema)?.describe;
for (const operation of registry) {
  types.note(operation.request.describe, 'in');
  if (operation.answer.kind !== 'file') types.note(answerOf(operation), 'out');
}
for (const { data } of webhookEvents) types.note(data.describe, 'out');

function inputOf({ path, title, request, file }) {
  const comment = [`${title.zh}：请求 / ${title.en}: request`];
  const name = inputNameOf(path);
  if (file === null) return types.declare(name, request.describe, 'in', comment);
  const fields = Object.keys(request.describe.properties).length > 0;
  return `${commentOf(comment)}export type ${name} = FileToSend${fields ? ` & ${types.typeOf(request.describe, 'in')}` : ''};\n`;
}

function outputOf(operation) {
  const { title, answer } = operation;
  if (answer.kind === 'file') return '';
  const part = answer.kind === 'page' ? ['列表中的一项', 'an item of the list'] : ['响应', 'response'];
  const comment = [`${title.zh}：${part[0]} / ${title.en}: ${part[1]}`];
  return types.declare(outputNameOf(operation), answerOf(operation), 'out', comment);
}

function entryOf(operation) {
  const { path } = operation;
  const kind = kindOf(operation);
  const output = kind === 'file' ? 'never' : outputNameOf(operation);
  return `  readonly '${path}': { readonly kind: '${kind}'; readonly input: ${inputNameOf(path)}; readonly output: ${output} };\n`;
}

function eventOf({ type, title, data }) {
  const name = `${type.split('.').map(pascal).join('')}Event`;
  const comment = commentOf([`${title.zh} / ${title.en}`]);
  const fields = [
    `  /** 事件类型 / event type */\n  readonly type: '${type}';\n`,
    '  /** 事件时间 / time of the event */\n  readonly timestamp: string;\n',
    `  /** 事件数据 / data of the event */\n  readonly data: ${types.typeOf(data.describe, 'out', '  ')};\n`,
  ];
  return [name, `${comment}export interface ${name} {\n${fields.join('')}}\n`];
}

function tableOf(tree, indent) {
  return [...tree]
    .map(([name, entry]) =>
      entry instanceof Map
        ? `${indent}${name}: {\n${tableOf(entry, `${indent}  `)}${indent}},\n`
        : `${indent}${name}: '${kindOf(entry)}',\n`,
    )
    .join('');
}

const rules = openApi(registry, { baseUrl: 'http://127.0.0.1', version: '' }).paths;
const ruleOf = ({ path }) => rules[path].post.description;
const wordsOf = (table) => Object.keys(table).map((word) => `  | '${word}'\n`);
const constants = () => `import type { ${[...types.linked].sort().join(', ')} } from './enums.js';\n`;
const events = webhookEvents.map(eventOf);
const constantsOfEvents = constants();
const declared = registry.flatMap((operation) => [inputOf(operation), outputOf(operation)]);

const files = {
  'operations.ts': [
    `/** Kind of each operation, by the segments of its path. */\nexport const operations = {\n${tableOf(treeOf(registry), '  ')}} as const;\n`,
  ],
  'types.ts': [
    `import type { FileToSend } from '../file-to-send.js';\n${constants()}`,
    ...declared.filter((text) => text !== ''),
    ...types.declarations,
    `/** Kind, request and response of every operation, by path. */\nexport interface OperationTypes {\n${registry.map(entryOf).join('')}}\n`,
  ],
  'events.ts': [
    constantsOfEvents,
    ...events.map(([, text]) => text),
    `/** A message of a webhook: \`type\` is the event type, which determines \`data\`. */\nexport type WebhookEvent =\n${events.map(([name]) => `  | ${name}\n`).join('')};\n`,
  ],
  'calls.ts': [
    "import type { Download } from '../download.js';\nimport type { CallOptions } from '../options.js';\nimport type { Listing } from '../paging.js';\n",
    `import type {\n${registry
      .flatMap((each) => [inputNameOf(each.path), ...(kindOf(each) === 'file' ? [] : [outputNameOf(each)])])
      .map((name) => `  ${name},\n`)
      .join('')}} from './types.js';\n`,
    ...callsOf(registry, ruleOf),
  ],
  'codes.ts': [
    `/** Codes of failures. */\nexport type ErrorCode =\n${wordsOf(errorCodes).join('')};\n`,
    `/** Reasons, which distinguish the causes of a code. */\nexport type ErrorReason =\n${wordsOf(errorReasons).join('')};\n`,
  ],
  'enums.ts': [readFileSync(new URL('src/enums.ts', API), 'utf8')],
};

const interfaces = files['types.ts'].flatMap(
  (text) => /^export (?:interface|type) (\w+)/m.exec(text)?.[1] ?? [],
);
const twice = interfaces.filter((name, index) => interfaces.indexOf(name) !== index);
if (twice.length > 0) throw new Error(`two types have the name ${twice.join(', ')}`);

mkdirSync(FOLDER, { recursive: true });
for (const [name, parts] of Object.entries(files)) {
  const path = new URL(name, FOLDER);
  const text = `// Generated by npm run build from packages/api.\n${parts.join('\n').replaceAll('\n;\n', ';\n')}`;
  // Unchanged files stay untouched, so that the compiler has nothing to do.
  if (textOf(path) !== text) writeFileSync(path, text);
}

function textOf(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
