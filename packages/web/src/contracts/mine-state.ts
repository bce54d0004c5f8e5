/** State of the page of one's own contracts: the session and what is displayed first. */
import type { EnteredMine } from '@cinnabar/api/pages/mine.js';
import type { Step } from '../shared/state/step.js';
import type { CheckResult } from './own-check-result.js';

export interface Mine {
  /** The session started here; until then, the browser's existing one counts. */
  readonly entered: EnteredMine | null;
  readonly hasLeft: boolean;
  /** Result of a face check that the person returns from; used once. */
  readonly result: CheckResult | null;
}

export type MineEvent =
  | { readonly type: 'entered'; readonly entered: EnteredMine }
  | { readonly type: 'left' }
  /** Continue after a check, in another session if there is one. */
  | { readonly type: 'resultRead'; readonly entered: EnteredMine | null };

export type MineEffect = { readonly kind: 'resume' };

export type Shown =
  | { readonly kind: 'loading' | 'signIn' }
  | { readonly kind: 'result'; readonly entered: EnteredMine; readonly result: CheckResult }
  | { readonly kind: 'needsFace' | 'list'; readonly entered: EnteredMine };

export function firstMine(result: CheckResult | null): Mine {
  return { entered: null, hasLeft: false, result };
}

export function mine(state: Mine, event: MineEvent): Step<Mine, MineEffect> {
  switch (event.type) {
    case 'entered':
      return [{ ...state, entered: event.entered }];
    case 'left':
      return [{ ...state, entered: null, hasLeft: true }];
    case 'resultRead': {
      const read = { ...state, result: null, entered: event.entered };
      return event.entered === null ? [read, { kind: 'resume' }] : [read];
    }
  }
}

/** @param resumed the browser's existing session; null if there is none, undefined while that is unknown */
export function shownOf({ entered, hasLeft, result }: Mine, resumed: EnteredMine | null | undefined): Shown {
  if (resumed === undefined) return { kind: 'loading' };
  const session = entered ?? (hasLeft ? null : resumed);
  if (session === null) return { kind: 'signIn' };
  if (result !== null) return { kind: 'result', entered: session, result };
  return { kind: session.needsFace ? 'needsFace' : 'list', entered: session };
}
