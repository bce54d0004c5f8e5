import type { Words } from '../../operation/refusal.js';
import type { Finding } from '../../operation/self-check.js';

export type { Words } from '../../operation/refusal.js';
export type { Finding } from '../../operation/self-check.js';

export function ok(check: string, message: Words): Finding {
  return { check, status: 'ok', message, remedy: null };
}

/** Works, with limitations. */
export function warn(check: string, message: Words, remedy: Words): Finding {
  return { check, status: 'warn', message, remedy };
}

/** The service cannot start, or cannot do an essential part of its work. */
export function error(check: string, message: Words, remedy: Words): Finding {
  return { check, status: 'error', message, remedy };
}

export const SEE_SETTINGS: Words = {
  zh: '参见 docs/operations.md 中的设置',
  en: 'see the settings in docs/operations.md',
};

/** The remedy is a command line, or begins with one. */
export function run(command: string, otherwise: Words = { zh: '', en: '' }): Words {
  return { zh: `执行 ${command}${otherwise.zh}`, en: `${command}${otherwise.en}` };
}

export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** A name, which is the same in every language. */
export function same(name: string): Words {
  return { zh: name, en: name };
}
