// Operations for tests only, so that the tests concern http and no area.
import { data, fileStream, operation, page } from '@cinnabar/api/operation.js';
import {
  boolean,
  dateTime,
  id,
  int32,
  list,
  nullable,
  number,
  object,
  optional,
  text,
} from '@cinnabar/api/schema.js';
import { pageWindow, pagingFields } from '@cinnabar/api/schemas/paging.js';
import { EngineBusy } from '@cinnabar/pdf/engine/engine.js';
import type { Tx } from '@cinnabar/server/database/schema.js';
import { orFailAs } from '@cinnabar/server/operation/failed-step.js';
import type { AnyRoute } from '@cinnabar/server/operation/handler.js';
import { route } from '@cinnabar/server/operation/handler.js';
import { refuse, refuseFor } from '@cinnabar/server/operation/refusal.js';
import { sql } from 'kysely';

const title = { zh: '测试', en: 'Test' };
const empty = object({});

export const echo = operation({
  path: '/test/echo',
  area: 'seals',
  request: object({
    name: text(1, 20),
    count: optional(int32(0, 10)),
    amount: optional(number()),
    flag: optional(boolean()),
    when: optional(dateTime()),
    tags: optional(list(text(1, 10))),
  }),
  answer: data(
    object({
      name: text(1, 20),
      count: nullable(int32()),
      amount: nullable(number()),
      flag: nullable(boolean()),
      when: nullable(dateTime()),
      tags: list(text(1, 10)),
    }),
  ),
  title,
});

export const needsRight = operation({
  path: '/test/needsRight',
  area: 'seals',
  source: 'required',
  right: 'manageSeals',
  request: object({ name: text(1, 20) }),
  answer: data(empty),
  successCode: '0',
  title,
});

export const needsNamedRight = operation({
  path: '/test/needsNamedRight',
  area: 'seals',
  right: 'manageSeals',
  errors: ['PERMISSION_DENIED'],
  request: empty,
  answer: data(empty),
  title,
});

export const oddShape = operation({
  path: '/test/oddShape',
  area: 'enterprise',
  invalidBody: '1002',
  request: object({ recordType: optional(int32(1, 2)) }),
  answer: data(empty),
  title,
});

export const application = operation({
  path: '/test/application',
  area: 'members',
  caller: 'application',
  request: empty,
  answer: data(object({ actingMember: nullable(id<'User'>()) })),
  title,
});

export const target = operation({
  path: '/test/target',
  area: 'members',
  caller: 'target',
  request: empty,
  answer: data(object({ user: id<'User'>() })),
  title,
});

export const numbers = operation({
  path: '/test/numbers',
  area: 'seals',
  request: object(pagingFields),
  answer: page(object({ number: int32() })),
  title,
});

export const document = operation({
  path: '/test/document',
  area: 'flows',
  request: empty,
  answer: fileStream,
  title,
});

export const upload = operation({
  path: '/test/upload',
  area: 'templates',
  writes: true,
  file: { maxBytes: 100_000 },
  request: object({ note: optional(text(0, 100)) }),
  answer: data(object({ fileName: text(1, 255), size: int32(), note: nullable(text(0, 100)) })),
  errors: ['FILE_UPLOAD_ERROR'],
  title,
});

/** A gate at which requests wait until the test opens it: the service runs in the test's process. */
export class Gate {
  readonly #opened: Promise<void>;
  #open: () => void = () => undefined;
  #waiting = 0;
  #told: () => void = () => undefined;

  constructor(readonly name: string) {
    this.#opened = new Promise((resolve) => {
      this.#open = resolve;
    });
    gates.set(name, this);
  }

  /** Settles when this many requests are waiting. */
  async reachedBy(requests: number): Promise<void> {
    while (this.#waiting < requests) {
      await new Promise<void>((resolve) => {
        this.#told = resolve;
      });
    }
  }

  open(): void {
    this.#open();
  }

  pass(): Promise<void> {
    this.#waiting += 1;
    this.#told();
    return this.#opened;
  }
}

const gates = new Map<string, Gate>();

/** Counts like `count`, and its response opens a session. */
export const countIn = operation({
  path: '/test/countIn',
  area: 'flows',
  writes: true,
  startsSession: true,
  request: object({ counter: text(1, 50) }),
  answer: data(object({ total: int32() })),
  title,
});

/** Counts its executions in the table of settings, under the counter's name. */
export const count = operation({
  path: '/test/count',
  area: 'flows',
  writes: true,
  request: object({
    counter: text(1, 50),
    outcome: optional(text(0, 20)),
    gate: optional(text(1, 50)),
  }),
  answer: data(object({ total: int32() })),
  errors: ['SEAL_NOT_FOUND', 'IMAGE_PROCESS_ERROR'],
  title,
});

export const broken = operation({
  path: '/test/broken',
  area: 'seals',
  request: object({ how: text(1, 20) }),
  answer: data(object({ name: text(1, 20) })),
  errors: ['QUERY_ERROR'],
  title,
});

export const testRegistry = [
  echo,
  needsRight,
  needsNamedRight,
  oddShape,
  application,
  target,
  numbers,
  document,
  upload,
  count,
  countIn,
  broken,
];

export const testRoutes: readonly AnyRoute[] = [
  route('member', echo, async (_ctx, { name, count, amount, flag, when, tags }) => ({
    name,
    count: count ?? null,
    amount: amount ?? null,
    flag: flag ?? null,
    when: when ?? null,
    tags: tags ?? [],
  })),
  route('member', needsRight, async () => ({})),
  route('member', needsNamedRight, async () => ({})),
  route('member', oddShape, async () => ({})),
  route('application', application, async ({ actingMember }) => ({
    actingMember: actingMember?.userId ?? null,
  })),
  route('target', target, async ({ targetUserId }) => ({ user: targetUserId })),
  route('member', numbers, async (_ctx, input) => {
    const { limit, offset } = pageWindow(input);
    const all = Array.from({ length: 23 }, (_, index) => ({ number: index + 1 }));
    return { items: all.slice(offset, offset + limit), totalCount: all.length };
  }),
  route('member', document, async () => ({
    fileName: '合同 "1".pdf',
    mediaType: 'application/pdf',
    bytes: Buffer.from('%PDF-1.7'),
  })),
  route('member', upload, async (ctx, { note }, file) =>
    ctx.act(async () => ({
      fileName: file?.fileName ?? 'none',
      size: file?.bytes.length ?? 0,
      note: note ?? null,
    })),
  ),
  route('member', count, async (ctx, { counter, outcome, gate }) => {
    if (gate !== undefined) await gates.get(gate)?.pass();
    if (outcome === 'refuse') throw refuse('404');
    if (outcome === 'named') throw refuse('SEAL_NOT_FOUND');
    if (outcome === 'frequent') throw refuse('429');
    if (outcome === 'step') await orFailAs('IMAGE_PROCESS_ERROR', () => Promise.reject(new Error('a step')));
    return ctx.act(async (tx) => {
      const total = await countOne(tx, counter);
      if (outcome === 'crash') throw new Error('after the write, before the commit');
      return { total };
    });
  }),
  route('member', countIn, (ctx, { counter }) =>
    ctx.act(async (tx) => ({ total: await countOne(tx, counter) })),
  ),
  route('member', broken, async (_ctx, { how }) => {
    const failure = new Error('select secret from users where mobile = 13812345678');
    if (how === 'error') throw failure;
    if (how === 'busy') throw new EngineBusy();
    if (how === 'conflict') throw refuseFor('REVISION_CONFLICT');
    if (how === 'step') await orFailAs('QUERY_ERROR', () => Promise.reject(failure));
    const answer: { name: string } = { name: how };
    if (how === 'shape') Reflect.set(answer, 'name', 7);
    return answer;
  }),
];

async function countOne(tx: Tx, counter: string): Promise<number> {
  const result = await sql<{ total: number }>`
    insert into settings (name, value) values (${`test ${counter}`}, '1'::jsonb)
    on conflict (name) do update set value = to_jsonb(settings.value::text::integer + 1)
    returning value::text::integer as total
  `.execute(tx);
  return result.rows[0]?.total ?? 0;
}
