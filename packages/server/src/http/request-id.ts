import { randomUUID } from 'node:crypto';

const sane = /^[\w.:-]{1,64}$/;

/** The caller's own id where it is fit for a log line and a header, else a new one. */
export function requestIdOf(given: string | string[] | undefined): string {
  return typeof given === 'string' && sane.test(given) ? given : randomUUID();
}
