import type { Finding } from '../../operation/self-check.js';

export type { Finding } from '../../operation/self-check.js';

export function ok(check: string, message: string): Finding {
  return { check, status: 'ok', message, remedy: null };
}

/** Works, with limitations. */
export function warn(check: string, message: string, remedy: string): Finding {
  return { check, status: 'warn', message, remedy };
}

/** The service cannot start, or cannot do an essential part of its work. */
export function error(check: string, message: string, remedy: string): Finding {
  return { check, status: 'error', message, remedy };
}

export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
