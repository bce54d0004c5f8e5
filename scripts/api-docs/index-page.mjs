// The index: all operations, and what holds for each of them.
import { errorCodes, errorReasons } from '@cinnabar/api/errors.js';
import { anchorOf, code, table } from './markdown.mjs';

export function indexPage(areas) {
  const codes = Object.entries(errorCodes).map(([each, { status, zh, en }]) => [
    code(each),
    String(status),
    `${zh} / ${en}`,
  ]);
  const reasons = Object.entries(errorReasons).map(([each, { code: of, zh, en }]) => [
    code(each),
    code(of),
    `${zh} / ${en}`,
  ]);
  return `${[
    '# 接口 / Interface',
    '由 `npm run docs:api` 生成，请勿手改。/ Made by `npm run docs:api`; do not edit. 如何调用见 / How to call: [integration.md](../integration.md).',
    '请求均为 `POST`，除上传外为 JSON。应答信封 / Requests are `POST` with JSON, but for uploads. The envelope of answers: `code`, `msg`, `data`, 出错时另有 / and in errors `reason`.',
    '可选字段可省略、为 null 或（多数查询条件）为空文本；整数可为十进制字符串。/ Optional fields may be left out, null, or, for most filters, an empty text; integers may be decimal strings.',
    '每页列出接口自有的代码；对象不存在 (404)、对象状态或权限不允许 (403 与 reason)，以及 413、415、429、500、503，任何接口都可能返回。/ The pages list what an operation names itself. Any operation may answer 404 for an object that is not there, 403 with a reason for a state or a right that forbids it, and 413, 415, 429, 500, 503.',
    ...areas.map(({ zh, en, file, operations }) =>
      [
        `## [${zh} / ${en}](${file})`,
        table(
          ['接口 / operation', '地址 / path'],
          operations.map(({ path, title }) => [
            `[${title.zh} / ${title.en}](${file}#${anchorOf(path)})`,
            code(path),
          ]),
        ),
      ].join('\n\n'),
    ),
    '## 代码 / Codes',
    table(['code', 'HTTP', '含义 / meaning'], codes),
    '## 原因 / Reasons',
    table(['reason', 'code', '含义 / meaning'], reasons),
  ].join('\n\n')}\n`;
}
