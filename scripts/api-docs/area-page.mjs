// One Markdown page for the operations of an area.
import { errorCodes } from '@cinnabar/api/errors.js';
import { codesOf } from '@cinnabar/api/operation-codes.js';
import { rights } from '@cinnabar/api/permissions.js';
import { fieldRows, rangeOf, typeOf } from './fields.mjs';
import { fitsSchema } from './fits-schema.mjs';
import { anchorOf, code, json, table } from './markdown.mjs';

/** @param calls real requests and responses by path, recorded from a running service */
export function areaPage({ zh, en }, operations, calls) {
  return `${[
    `# ${zh} / ${en}`,
    '由 `npm run docs:api` 生成，请勿手改。/ Made by `npm run docs:api`; do not edit. [目录 / Index](README.md)',
    operations
      .map(({ path, title }) => `- [${title.zh} / ${title.en}](#${anchorOf(path)}) ${code(path)}`)
      .join('\n'),
    ...operations.map((operation) => operationPart(operation, calls[operation.path]?.answer)),
  ].join('\n\n')}\n`;
}

function operationPart(operation, recorded) {
  const { path, title } = operation;
  return [
    `<a id="${anchorOf(path)}"></a>`,
    `## ${title.zh} / ${title.en}`,
    `\`POST ${path}\``,
    rulesOf(operation)
      .map((line) => `- ${line}`)
      .join('\n'),
    '### 请求 / Request',
    ...requestPart(operation),
    '### 响应 / Answer',
    ...answerPart(operation, recorded),
    '### 代码 / Codes',
    table(['code', 'HTTP', '含义 / meaning', 'reason'], codeRows(operation)),
  ].join('\n\n');
}

const callers = {
  none: '无须令牌 / nobody yet: no token',
  application: '应用，可不带操作人 / an application, with or without an acting member',
  member: '操作人：已确认的企业成员 / an acting member: a confirmed member of the enterprise',
  target: '请求头中的用户即所涉用户，可未实名 / the header user is whom it is about, verified or not',
};

function rulesOf({ caller, source, openCorp, right, writes, answer, query, file }) {
  const headers = [
    ...(caller === 'none'
      ? []
      : ['`appId`', '`accessToken`', caller === 'application' ? '`userId`?' : '`userId`']),
    source === 'required' ? '`source`' : '`source`?',
    ...(openCorp ? ['`openCorpId`?'] : []),
    ...(writes && caller !== 'none' && answer.kind !== 'file' ? ['`Idempotency-Key`?'] : []),
  ];
  return [
    `调用者 / caller: ${callers[caller]}`,
    ...(right === null ? [] : [`权限 / right: \`${right}\` (${rights[right].join(', ')})`]),
    `请求头 / headers (? 可选 optional): ${headers.join(', ')}`,
    ...(query.length === 0 ? [] : [`可放在地址中 / may stand in the query: ${query.map(code).join(', ')}`]),
    ...(file === null
      ? []
      : [`multipart/form-data，字段 / field \`file\`: <= ${file.maxBytes} 字节 / bytes`]),
  ];
}

function requestPart({ request, file, example }) {
  const rows = fieldRows(request.describe).map(({ name, type, required, range, meaning }) => [
    code(name),
    type,
    required ? '是 / yes' : '',
    range,
    meaning,
  ]);
  const fields =
    rows.length === 0
      ? '无字段 / no fields: `{}`'
      : table(['字段 / field', '类型 / type', '必填 / required', '范围 / range', '含义 / meaning'], rows);
  return file === null ? [fields, json(example)] : [fields];
}

const pagingFieldsOf = ({ countLimit }) => [
  ...['listPageNo', 'countInPage', 'listPageCount', 'totalCount'],
  ...(countLimit ? ['totalLimited'] : []),
];

function answerPart({ answer, successCode }, recorded) {
  if (answer.kind === 'file') return ['文件 / a file.'];
  const schema = answer.kind === 'page' ? answer.item.describe : answer.schema.describe;
  const intro = `${code(successCode)}，\`data\`: ${answer.kind === 'page' ? 'list of object' : typeOf(schema)}${
    answer.kind === 'page' ? `，另有 / with ${pagingFieldsOf(answer).map(code).join(', ')}` : ''
  }`;
  const limits = schema.type === 'object' || schema.type === 'array' ? '' : rangeOf(schema);
  const rows = fieldRows(schema).map(({ name, type, required, meaning }) => [
    code(name),
    required ? type : `${type}?`,
    meaning,
  ]);
  const expected = answer.kind === 'page' ? { type: 'array', items: schema } : schema;
  const isCurrent = recorded !== undefined && recorded !== null && fitsSchema(expected, recorded.data);
  return [
    limits === '' ? intro : `${intro} (${limits})`,
    ...(rows.length === 0 ? [] : [table(['字段 / field', '类型 / type', '含义 / meaning'], rows)]),
    ...(isCurrent ? [json(recorded)] : []),
  ];
}

/** Errors that the operation declares; those common to all operations are on the index page. */
function codeRows(operation) {
  return codesOf(operation).map(({ code: each, reasons }) => {
    const { status, zh, en } = errorCodes[each];
    return [code(each), String(status), `${zh} / ${en}`, reasons.join(', ')];
  });
}
