import { areaNames } from '@cinnabar/api/area-names.js';
import { type LinkRules, linkKinds, linkScopes } from '@cinnabar/api/links.js';
import { describeOperation, type RecordedCall } from '@cinnabar/api/openapi/operation.js';
import type { Area, Operation } from '@cinnabar/api/operation.js';
import { codesOf } from '@cinnabar/api/operation-codes.js';
import { rights } from '@cinnabar/api/permissions.js';
import type { Json, JsonSchema } from '@cinnabar/api/schema.js';
import type { AnswerContent, AreaContent, Field, OperationContent } from '../src/docs/content.js';
import type { Language } from '../src/shared/text/languages.js';
import { nameOf } from './addresses.js';
import { fieldOf, fieldsOf, typeOf } from './fields.js';

type Calls = Readonly<Record<string, RecordedCall>>;

export function areaContent(
  area: Area,
  registry: readonly Operation[],
  calls: Calls,
  language: Language,
): AreaContent {
  return {
    title: areaNames[area][language],
    operations: registry
      .filter((operation) => operation.area === area)
      .map((operation) => operationContent(operation, calls[operation.path], language)),
  };
}

function operationContent(
  operation: Operation,
  call: RecordedCall | undefined,
  language: Language,
): OperationContent {
  const { path, title, area, caller, right, links, successCode, request, answer, query, file } = operation;
  return {
    name: nameOf(path),
    path,
    title: title[language],
    area,
    caller,
    right: right === null ? null : { name: right, roles: rights[right] },
    links: linksOf(links, language),
    takesKey: operation.writes && caller !== 'none' && answer.kind !== 'file',
    successCode,
    headers: headersOf(operation, language),
    query,
    maxFileBytes: file?.maxBytes ?? null,
    isList: request.describe['type'] === 'array',
    request: fieldsOf(request.describe, language),
    answer: answerOf(operation, language),
    codes: codesOf(operation),
    sent: call?.request ?? jsonOf(operation.example),
    answered: call?.answer ?? null,
  };
}

function linksOf(links: LinkRules, language: Language): OperationContent['links'] {
  return Object.entries(links).flatMap(([kind, scope]) => {
    const words = Object.entries(linkKinds).find(([name]) => name === kind)?.[1];
    return words === undefined ? [] : [{ kind: words[language], scope: linkScopes[scope][language] }];
  });
}

/** Credentials stand first; OpenAPI has them as its security. */
function headersOf(operation: Operation, language: Language): readonly Field[] {
  const { parameters } = describeOperation(operation, undefined);
  const declared = (Array.isArray(parameters) ? parameters : []).flatMap((each) => {
    if (!isRecord(each) || each['in'] !== 'header') return [];
    const { name, required, description, schema } = each;
    const described = {
      ...(isRecord(schema) ? schema : {}),
      ...(description === undefined ? {} : { description }),
    };
    return [fieldOf(String(name), described, required === true, language)];
  });
  return [...(operation.caller === 'none' ? [] : credentials(language)), ...declared];
}

function credentials(language: Language): readonly Field[] {
  return [
    fieldOf('appId', { type: 'string', description: '应用编号 / id of the application' }, true, language),
    fieldOf(
      'accessToken',
      {
        type: 'string',
        description:
          '访问令牌，由 getAccessToken 取得，有效 2 小时 / access token from getAccessToken, valid for 2 hours',
      },
      true,
      language,
    ),
  ];
}

function answerOf({ answer }: Operation, language: Language): AnswerContent {
  if (answer.kind === 'file') return { kind: 'file' };
  const schema = answer.kind === 'page' ? answer.item.describe : answer.schema.describe;
  const type = answer.kind === 'page' ? `${typeOf(schema)}[]` : typeOf(schema);
  return { kind: answer.kind, type, fields: fieldsOf(schema, language) };
}

function jsonOf(example: unknown): Json {
  const text = JSON.stringify(example);
  return text === undefined ? {} : JSON.parse(text);
}

function isRecord(value: Json | undefined): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
