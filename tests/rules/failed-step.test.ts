import { EngineBusy, EngineFailed } from '@cinnabar/pdf/engine/engine.js';
import { DatabaseError } from '@cinnabar/server/database/database-error.js';
import { refusalOf } from '@cinnabar/server/http/unexpected-error.js';
import { orFailAs } from '@cinnabar/server/operation/failed-step.js';
import { refuse } from '@cinnabar/server/operation/refusal.js';
import { describe, expect, test } from 'vitest';

const failingWith = (error: Error): Promise<unknown> =>
  orFailAs('QUERY_ERROR', () => Promise.reject(error)).catch((thrown: unknown) => thrown);

describe('a step that fails', () => {
  test('is refused with its own code, and keeps the cause', async () => {
    const cause = new Error('relation "seals" does not exist');
    expect(await failingWith(cause)).toMatchObject({ code: 'QUERY_ERROR', cause });
  });

  test.each([
    ['a refusal', refuse('SEAL_NOT_FOUND'), 'SEAL_NOT_FOUND'],
    ['a full engine', new EngineBusy(), '503'],
    ['an engine that did not end in time', new EngineFailed('DEADLINE', 'sign'), '503'],
    ['contention', new DatabaseError('contention', 'lost five times'), '503'],
    ['a connection that broke', new Error('Connection terminated unexpectedly'), '503'],
    ['a server shutting down', Object.assign(new Error('shutting down'), { code: '57P01' }), '503'],
    ['a server away', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }), '503'],
  ])('by %s lets it through: it says more', async (_what, error, code) => {
    expect(await failingWith(error)).toBe(error);
    expect(refusalOf(error)?.code).toBe(code);
  });

  test('because the engine has a fault is an internal error', () => {
    expect(refusalOf(new EngineFailed('FAILED', 'TypeError'))).toBeNull();
  });
});
