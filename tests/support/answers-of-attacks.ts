import type { Answered, Client } from './client.js';

/** The response that an attacker gets: status, code and reason. */
export type Heard = readonly [number, string, string | null];

export function heard({ status, envelope }: Answered): Heard {
  return [status, envelope.code, envelope.reason ?? null];
}

export async function hear(
  { client }: { readonly client: Client },
  { path }: { readonly path: string },
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Heard> {
  return heard(await client.post(path, body, headers));
}

export const denied: Heard = [403, '403', 'PERMISSION_DENIED'];
export const absent: Heard = [404, '404', null];
export const noMember: Heard = [403, '403', 'NOT_MEMBER'];

/** Number of occurrences of each response. */
export function tally(all: readonly Heard[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const each of all) {
    const key = each.filter((part) => part !== null).join(' ');
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}
