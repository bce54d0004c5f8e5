/**
 * Every operation of the pages with callers and input that it does not accept: each request is refused with the same
 * code as in the interface, without data, and changes nothing. The cases follow from the declarations, so that new
 * operations are covered as well.
 */
import { type LinkKind, linkKinds } from '@cinnabar/api/links.js';
import type { PageOperation } from '@cinnabar/api/page-operation.js';
import { pageOperations } from '@cinnabar/api/page-registry.js';
import type { JsonSchema } from '@cinnabar/api/schema.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import type { RequestHeaders } from '../support/client.js';
import { bothHalves, givenPageWorld, type PageSession, type PageWorld } from './support/page-world.js';
import { changedTables, type TableState, type TableWatch, watchTables } from './support/table-state.js';

const named = pageOperations.map((operation) => [operation.path, operation] as const);
const ofLinks = named.filter(([, { caller }]) => caller === 'link');
const ofPersons = named.filter(([, { caller }]) => caller === 'person');
const ofConsole = named.filter(([, { caller }]) => caller === 'console');
const ofPlatform = named.filter(([, { caller }]) => caller === 'platform');
const withJson = named.filter(([, { file }]) => file === null);
const kinds = Object.keys(linkKinds).filter((kind): kind is LinkKind => Object.hasOwn(linkKinds, kind));

let app: RunningApp;
let world: PageWorld;
let watch: TableWatch;
let state: TableState;

beforeAll(async () => {
  app = await startApp({ settings: { ROLE: 'web' } });
  world = await givenPageWorld(app);
  watch = await watchTables(app.app.database.pool);
  state = await watch.state();
});
afterAll(async () => {
  watch.end();
  await app.close();
});

interface Refused {
  readonly status: number;
  readonly code: unknown;
  readonly reason: unknown;
  readonly data: unknown;
  /** The invalid fields. */
  readonly named: readonly unknown[];
  readonly ignored: string | null;
}

async function send(
  path: string,
  headers: RequestHeaders,
  body: string,
  contentType = 'application/json',
): Promise<Refused> {
  const response = await fetch(app.baseUrl + path, {
    method: 'POST',
    headers: { ...headers, 'content-type': contentType },
    body,
  });
  const envelope: {
    code?: unknown;
    reason?: unknown;
    data?: unknown;
    problems?: readonly { field: unknown }[];
  } = JSON.parse(await response.text());
  return {
    status: response.status,
    code: envelope.code,
    reason: envelope.reason ?? null,
    data: envelope.data,
    named: (envelope.problems ?? []).map(({ field }) => field),
    ignored: response.headers.get('x-ignored-fields'),
  };
}

const unauthorised = { status: 401, code: '401', reason: 'TOKEN_INVALID', data: null };
const denied = { status: 403, code: '403', reason: 'PERMISSION_DENIED', data: null };
const ended = { status: 410, code: '410', data: null };

async function expectNothingChanged(): Promise<void> {
  expect(changedTables(state, await watch.state())).toEqual([]);
}

/** A session that may call the operation. */
function allowed({ caller, links, linksUntil, consoleSession }: PageOperation): RequestHeaders {
  if (caller === 'visitor') return {};
  if (caller === 'console') return bothHalves(world.console[consoleSession === 'any' ? 'access' : 'own']);
  if (caller === 'person') return bothHalves(world.person);
  if (caller === 'platform') return bothHalves(world.platform.own);
  const kind = kinds.find(
    (each) => links[each] !== undefined && (linksUntil === 'withdrawn' || world.standing.includes(each)),
  );
  if (kind === undefined) throw new Error('no kind of link may call it');
  return bothHalves(world.links[kind]);
}

/** Neither half is accepted without the other, nor with that of another session. */
function halves(session: PageSession, other: PageSession): readonly RequestHeaders[] {
  return [{ cookie: session.cookie }, session.key, { cookie: other.cookie, ...session.key }, {}];
}

test.each(named)('%s accepts POST only', async (path) => {
  for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
    const response = await fetch(app.baseUrl + path, { method });
    expect(response.status, method).toBe(405);
  }
});

describe('a session of a link', () => {
  test.each(ofLinks)('%s is refused without one, whatever else is invalid', async (path) => {
    for (const headers of halves(world.links.access, world.links.seals)) {
      expect(await send(path, headers, '{')).toMatchObject(unauthorised);
    }
    expect(await send(path, bothHalves(world.person), '{}')).toMatchObject(unauthorised);
    await expectNothingChanged();
  });

  test.each(ofLinks)('%s is refused for every other kind of link', async (path, { links }) => {
    for (const kind of world.standing) {
      if (links[kind] !== undefined) continue;
      expect(await send(path, bothHalves(world.links[kind]), '{'), kind).toMatchObject(denied);
    }
    await expectNothingChanged();
  });

  test.each(ofLinks)('%s is refused once the link is withdrawn', async (path) => {
    for (const kind of kinds) {
      expect(await send(path, bothHalves(world.withdrawn[kind]), '{}'), kind).toMatchObject(ended);
    }
    await expectNothingChanged();
  });

  test('each operation is permitted to at least one kind of link, and only declared kinds exist', () => {
    for (const [path, { caller, links }] of named) {
      expect(Object.keys(links).length > 0, path).toBe(caller === 'link');
    }
  });
});

describe('a session of a person', () => {
  test.each(ofPersons)('%s is refused without one, whatever else is invalid', async (path) => {
    for (const headers of halves(world.person, world.faceless)) {
      expect(await send(path, headers, '{')).toMatchObject(unauthorised);
    }
    expect(await send(path, bothHalves(world.links.access), '{}')).toMatchObject(unauthorised);
    await expectNothingChanged();
  });

  test.each(ofPersons)(
    '%s requires the person’s face check, unless it serves that',
    async (path, operation) => {
      const answer = await send(path, bothHalves(world.faceless), '{');
      const expected = operation.beforeFace
        ? { code: '400' }
        : { status: 403, code: '403', reason: 'FACE_REQUIRED', data: null };
      expect(answer).toMatchObject(expected);
      await expectNothingChanged();
    },
  );
});

describe('a session of the console', () => {
  test.each(ofConsole)('%s is refused without one, whatever else is invalid', async (path) => {
    for (const headers of halves(world.console.own, world.console.begun)) {
      expect(await send(path, headers, '{')).toMatchObject(unauthorised);
    }
    for (const other of [world.person, world.links.access]) {
      expect(await send(path, bothHalves(other), '{}')).toMatchObject(unauthorised);
    }
    await expectNothingChanged();
  });

  test.each(ofConsole)('%s requires the second factor, unless it serves that', async (path, operation) => {
    const answer = await send(path, bothHalves(world.console.begun), '{');
    const isOpen = operation.consoleSession !== 'own';
    expect(answer).toMatchObject(
      isOpen ? { code: '400' } : { status: 403, reason: 'SECOND_FACTOR_REQUIRED' },
    );
    await expectNothingChanged();
  });

  test.each(ofConsole)(
    '%s is refused to one by an access link, unless it is meant for it',
    async (path, operation) => {
      const answer = await send(path, bothHalves(world.console.access), '{');
      const isOpen = operation.consoleSession === 'any';
      expect(answer).toMatchObject(
        isOpen ? { code: '400' } : { status: 403, reason: 'OWN_SESSION_REQUIRED' },
      );
      await expectNothingChanged();
    },
  );

  test.each(ofConsole)('%s is refused to other sites and inside frames', async (path, operation) => {
    const session = allowed(operation);
    for (const site of [{ origin: 'https://evil.example' }, { origin: 'null' }, { linkframe: '1' }]) {
      expect(await send(path, { ...session, ...site }, '{')).toMatchObject(denied);
    }
    expect(await send(path, { ...session, 'sec-fetch-site': 'same-site' }, '{')).toMatchObject(denied);
    await expectNothingChanged();
  });
});

describe('a session of the platform', () => {
  test.each(ofPlatform)('%s is refused without one, whatever else is invalid', async (path) => {
    for (const headers of halves(world.platform.own, world.platform.other)) {
      expect(await send(path, headers, '{')).toMatchObject(unauthorised);
    }
    for (const other of [world.console.own, world.person, world.links.access]) {
      expect(await send(path, bothHalves(other), '{}')).toMatchObject(unauthorised);
    }
    await expectNothingChanged();
  });

  test.each(ofPlatform)('%s is refused to other sites and inside frames', async (path, operation) => {
    const session = allowed(operation);
    for (const site of [{ origin: 'https://evil.example' }, { origin: 'null' }, { linkframe: '1' }]) {
      expect(await send(path, { ...session, ...site }, '{')).toMatchObject(denied);
    }
    await expectNothingChanged();
  });

  test.each(ofConsole)('opens no operation of the console: %s', async (path) => {
    expect(await send(path, bothHalves(world.platform.own), '{}')).toMatchObject(unauthorised);
    await expectNothingChanged();
  });
});

const wrongValues: Readonly<Record<string, readonly unknown[]>> = {
  string: [{}, [1], true],
  integer: ['x', 1.5, {}, true],
  number: ['x', {}, true],
  boolean: ['x', 2, {}],
  array: ['x', 1, {}],
  object: ['x', 1, []],
};

interface Field {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function fieldsOf({ request: { describe: declared } }: PageOperation): readonly Field[] {
  const { properties, required } = declared;
  if (!isSchema(properties)) return [];
  return Object.entries(properties).map(([name, field]) => ({
    name,
    type: typeOf(field),
    required: Array.isArray(required) && required.includes(name),
  }));
}

function typeOf(field: unknown): string {
  if (!isSchema(field)) return '';
  if (typeof field['type'] === 'string') return field['type'];
  const { anyOf } = field;
  return Array.isArray(anyOf) ? typeOf(anyOf[0]) : '';
}

describe('input', () => {
  test.each(withJson)('%s accepts a JSON object and nothing else', async (path, operation) => {
    const headers = allowed(operation);
    for (const body of ['{', '[]', '"x"', '1', 'null', '{"a":"\\u0000']) {
      expect(await send(path, headers, body), body).toMatchObject({ status: 400, code: '400', data: null });
    }
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      expect(await send(path, headers, '{}', type), type).toMatchObject({ status: 415, code: '415' });
    }
    const large = JSON.stringify({ filler: 'x'.repeat(1024 * 1024) });
    expect(await send(path, headers, large)).toMatchObject({ status: 413, code: '413', data: null });
    await expectNothingChanged();
  });

  test.each(withJson)('%s reports every field of the wrong type', async (path, operation) => {
    const headers = allowed(operation);
    for (const { name, type } of fieldsOf(operation)) {
      const wrong = wrongValues[type];
      expect(wrong, `${name} is ${type}`).toBeDefined();
      for (const value of wrong ?? []) {
        const answer = await send(path, headers, JSON.stringify({ [name]: value, unheardOf: 1 }));
        expect(answer, `${name}: ${JSON.stringify(value)}`).toMatchObject({
          status: 400,
          reason: 'INVALID_FIELD',
          data: null,
          named: expect.arrayContaining([name]),
          ignored: expect.stringContaining('unheardOf'),
        });
      }
    }
    await expectNothingChanged();
  });

  test.each(withJson)('%s reports every missing required field', async (path, operation) => {
    const required = fieldsOf(operation).filter((field) => field.required);
    if (required.length === 0) return;
    const answer = await send(path, allowed(operation), '{}');
    expect(answer).toMatchObject({ status: 400, reason: 'INVALID_FIELD', data: null });
    expect(answer.named).toEqual(required.map(({ name }) => name));
    await expectNothingChanged();
  });
});

describe('objects of others', () => {
  // Operators administer every enterprise: what is theirs to see is tested in tests/attacks/platform.test.ts.
  const numbered = withJson.filter(
    ([, operation]) =>
      operation.caller !== 'platform' &&
      fieldsOf(operation).some(
        ({ name, type }) => type === 'integer' && name !== 'page' && name !== 'linkId',
      ),
  );

  test.each(numbered)('%s neither discloses nor changes them', async (path, operation) => {
    const body = Object.fromEntries(
      fieldsOf(operation).map((field) => [field.name, world.foreign[field.name] ?? standIn(field)]),
    );
    const answer = await send(path, allowed(operation), JSON.stringify(body));
    if (answer.code === '0') expect(answer.data).toEqual({});
    else expect(answer.data).toBeNull();
    await expectNothingChanged();
  });
});

/** A valid value of the field's type. */
function standIn({ name, type }: Field): unknown {
  if (name === 'page') return 1;
  if (type === 'boolean') return true;
  return type === 'array' ? [] : 'x';
}
