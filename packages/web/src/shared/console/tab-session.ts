/**
 * The session's half that requests carry in a header, kept for the tab: a reloaded home then asks for its data together with
 * the session instead of after it. By itself it opens nothing, since the other half is a cookie that no script reads.
 */
import { forget, keep, kept } from '../state/kept.js';

const NAME = 'cinnabar-console';

export function sessionOfTab(): string | null {
  return kept(NAME, 'sessionStorage');
}

export function keepSessionOfTab(session: string): void {
  keep(NAME, session, 'sessionStorage');
}

export function forgetSessionOfTab(): void {
  forget(NAME, 'sessionStorage');
}
