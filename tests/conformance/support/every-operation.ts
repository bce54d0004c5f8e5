/** Refusals common to all operations: credentials, headers, membership, rights, bodies that are not objects. */
import {
  denied,
  type Expected,
  invalid,
  invalidHeader,
  named,
  notMember,
  tokenInvalid,
  tooLarge,
  unreadableBody,
  wrongContentType,
} from './expected.js';
import type { OperationTable } from './operation-table.js';
import { accepted, type RawBody, type Row, refused } from './rows.js';
import type { World } from './world.js';

export function everyOperationRows(table: OperationTable, world: World): readonly Row[] {
  return [
    ...(table.caller === 'none' ? [] : credentialRows(world)),
    ...userRows(table, world),
    ...sourceRows(table),
    ...keyRows(table),
    ...rightRows(table, world),
    ...(table.good.raw === undefined ? bodyRows(table) : []).filter(
      ({ what }) => table.arrayBody !== true || !['an array', 'larger than allowed'].includes(what),
    ),
  ];
}

function credentialRows({ foreign, credentials: { expiredToken, disabled } }: World): readonly Row[] {
  const unauthorised = (what: string, headers: Row['headers'] = {}): Row =>
    refused(what, { headers }, tokenInvalid);
  return [
    unauthorised('without accessToken', { accessToken: null }),
    unauthorised('blank accessToken', { accessToken: ' ' }),
    unauthorised('wrong accessToken', { accessToken: 'A'.repeat(43) }),
    unauthorised('accessToken of two hours ago', { accessToken: expiredToken }),
    unauthorised('accessToken of another application', { accessToken: foreign.accessToken }),
    unauthorised('accessToken of a disabled application', {
      accessToken: disabled.accessToken,
      appId: disabled.appId,
    }),
    unauthorised('without appId', { appId: null }),
    unauthorised('unknown appId', { appId: 'nobody' }),
    unauthorised('appId of another application', { appId: foreign.appId }),
    unauthorised('no credentials, nor any other header', {
      accessToken: null,
      appId: null,
      userId: null,
      source: null,
    }),
    refused(
      'bad credentials before a bad header',
      { headers: { accessToken: 'x', userId: 'x' } },
      tokenInvalid,
    ),
    refused(
      'bad credentials before a body that is none',
      { headers: { accessToken: 'x' }, raw: { contentType: 'application/json', bytes: '{' } },
      tokenInvalid,
    ),
  ];
}

function userRows({ caller, good }: OperationTable, world: World): readonly Row[] {
  if (caller === 'none') return [];
  const withUser = (userId: string | number | null) => ({
    headers: { userId: userId === null ? null : String(userId) },
  });
  const counterparty = good.by.headers['appId'] === world.partner.appId ? world.home : world.partner;
  const missing =
    caller === 'application'
      ? []
      : [
          refused('without userId', withUser(null), invalidHeader('userId')),
          refused('blank userId', withUser(' '), invalidHeader('userId')),
        ];
  return [
    ...missing,
    refused('userId is no number', withUser('abc'), invalidHeader('userId')),
    refused('userId is no whole number', withUser('1.5'), invalidHeader('userId')),
    refused('userId 0', withUser(0), notMember),
    refused('negative userId', withUser(-1), notMember),
    refused('userId past 2^53', withUser('99999999999999999999'), notMember),
    refused('userId of nobody', withUser(world.unknownId), notMember),
    refused('userId of another enterprise', withUser(world.foreign.owner.userId), notMember),
    refused('userId of the counterparty', withUser(counterparty.owner.userId), notMember),
    refused('userId of a deleted member', withUser(world.deleted.userId), notMember),
    // The target of the operation may be unconfirmed.
    ...(caller === 'target'
      ? []
      : [refused('userId of a member who has not confirmed', withUser(world.invited.userId), notMember)]),
    refused(
      'a bad source before a foreign user',
      { headers: { userId: String(world.foreign.owner.userId), source: 'web' } },
      invalidHeader('source'),
    ),
    refused(
      'a foreign user before a body that is none',
      { ...withUser(world.foreign.owner.userId), raw: { contentType: 'application/json', bytes: '[' } },
      notMember,
    ),
  ];
}

function sourceRows({ caller, source }: OperationTable): readonly Row[] {
  if (caller === 'none') return [];
  const wrong = ['web', 'PC', 'chatB', 'pc,h5'].map((value) =>
    refused(`source ${value}`, { headers: { source: value } }, invalidHeader('source')),
  );
  if (source === 'optional') return wrong;
  return [
    ...wrong,
    refused('without source', { headers: { source: null } }, invalidHeader('source')),
    refused('blank source', { headers: { source: ' ' } }, invalidHeader('source')),
  ];
}

function keyRows({ caller, writes }: OperationTable): readonly Row[] {
  if (caller === 'none' || !writes) return [];
  return ['', 'k'.repeat(256)].map((key) =>
    refused(
      `an Idempotency-Key of ${key.length} characters`,
      { headers: { 'Idempotency-Key': key } },
      invalidHeader('Idempotency-Key'),
    ),
  );
}

function rightRows(
  { needsRight, missingRight = denied, good }: OperationTable,
  { plain }: World,
): readonly Row[] {
  if (!needsRight) return [];
  return [
    refused('by a plain member', { by: plain.client }, missingRight),
    ...(good.raw === undefined
      ? [
          refused(
            'by a plain member, with a field for nothing',
            { by: plain.client, change: { nothing: 1 } },
            missingRight,
          ),
        ]
      : []),
  ];
}

const json = (bytes: string | Uint8Array<ArrayBuffer>): RawBody => ({
  contentType: 'application/json',
  bytes,
});

function bodyRows({ good, invalidBody, writes, maxMebibytes = 1 }: OperationTable): readonly Row[] {
  const body = JSON.stringify(good.body);
  const noObject: Expected = invalidBody === undefined ? invalid('body') : named(invalidBody, 'body');
  const unreadable = invalidBody === undefined ? unreadableBody : named(invalidBody);
  const raw = (what: string, rawBody: RawBody, expected: Expected): Row =>
    refused(what, { raw: rawBody }, expected);
  return [
    raw('JSON cut off', json('{"a":'), unreadable),
    raw('JSON with a trailing comma', json('{"a":1,}'), unreadable),
    raw('two JSON texts', json('{}{}'), unreadable),
    raw('no JSON', json('appId=1'), unreadable),
    raw(
      'JSON that is no UTF-8',
      json(Uint8Array.of(0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d)),
      unreadable,
    ),
    raw('JSON in UTF-16', json(new Uint8Array(Buffer.from(body, 'utf16le'))), unreadable),
    raw('JSON nested 1000 deep', json(`{"a":${'['.repeat(1000)}${']'.repeat(1000)}}`), unreadable),
    raw('JSON nested 65 deep', json(`{"a":${'['.repeat(64)}${']'.repeat(64)}}`), unreadable),
    raw('an array', json(`[${body}]`), noObject),
    raw('a text', json(JSON.stringify(body)), noObject),
    raw('a number', json('5'), noObject),
    raw('null', json('null'), noObject),
    raw('true', json('true'), noObject),
    raw('as text/plain', { contentType: 'text/plain', bytes: body }, wrongContentType),
    raw(
      'as a form',
      { contentType: 'application/x-www-form-urlencoded', bytes: 'flowId=1' },
      wrongContentType,
    ),
    raw('as JSON in GBK', { contentType: 'application/json; charset=gbk', bytes: body }, wrongContentType),
    raw('without a content type', { contentType: null, bytes: `${body} ` }, wrongContentType),
    raw(
      'larger than allowed',
      json(`${body.slice(0, -1)}${' '.repeat(maxMebibytes * 1024 * 1024)}}`),
      tooLarge,
    ),
    ...(writes
      ? []
      : [
          accepted('with a charset', {
            raw: { contentType: 'application/json;charset=UTF-8', bytes: body },
          }),
          accepted('with a byte order mark', { raw: json(`\uFEFF${body}`) }),
          accepted('with fields that nobody knows', {
            change: { nothing: { deeper: [1, null] }, constructor: 1, toString: 'x' },
          }),
          accepted('nested 64 deep where nobody looks', {
            raw: json(
              `${body.slice(0, -1)}${body === '{}' ? '' : ','}"nothing":${'['.repeat(63)}${']'.repeat(63)}}`,
            ),
          }),
        ]),
  ];
}
