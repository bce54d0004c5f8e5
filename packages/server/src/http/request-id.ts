import { randomUUID } from 'node:crypto';

const sane = /^[\w.:-]{1,64}$/;

/** The caller's own id if it is safe for a log line and a header, otherwise a new one. */
export function requestIdOf(given: string | string[] | undefined): string {
  return typeof given === 'string' && sane.test(given) ? given : randomUUID();
}
