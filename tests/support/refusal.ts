import { expect } from 'vitest';
import type { Answered } from './client.js';
import type { Person } from './given-enterprise.js';

/** Response to a refused operation: status, code and reason. */
export async function refusal(
  { client }: Pick<Person, 'client'>,
  operation: { readonly path: string },
  body: unknown,
): Promise<readonly [number, string, string | null]> {
  const { status, envelope } = await client.post(operation.path, body);
  expect(envelope.data).toBeNull();
  return [status, envelope.code, envelope.reason ?? null];
}

/** Code and reason of an answer. */
export async function refusalOf(answered: Promise<Answered>): Promise<readonly [string, string | null]> {
  const { envelope } = await answered;
  return [envelope.code, envelope.reason ?? null];
}
