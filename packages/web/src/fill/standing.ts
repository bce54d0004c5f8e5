import { FlowStatus } from '@cinnabar/api/enums.js';
import { type EndedFlow, endedFlow, partiesToAct } from '../shared/flow/ended-flow.js';
import { ownControls, type View } from './controls.js';

/** What follows after submission. */
export type Next =
  | { readonly kind: 'nothing' | 'mySignature' }
  | { readonly kind: 'filling' | 'signing'; readonly by: readonly string[] };

/** Why there is nothing to fill in at present. */
export type Standing =
  | EndedFlow
  | { readonly kind: 'handedIn'; readonly fields: number; readonly next: Next }
  | { readonly kind: 'notVerified' | 'nothingToFill' }
  | { readonly kind: 'notYourTurn'; readonly partiesToAct: readonly string[] };

/** State of a contract for a participant who fills it in; null while they can. */
export function standingOf(view: View): Standing | null {
  if (view.obstacle === null) return null;
  const ended = endedFlow(view);
  if (ended !== null && ended.kind !== 'expired') return ended;
  const own = ownControls(view);
  // A participant who has submitted sees that, even if the contract expired later.
  if (view.me.filled && own.length > 0) {
    const fields = own.filter(({ value }) => value !== '').length;
    return { kind: 'handedIn', fields, next: nextOf(view) };
  }
  if (ended !== null) return ended;
  const before = partiesToAct(view.parties);
  switch (view.obstacle) {
    case 'FLOW_EXPIRED':
      return { kind: 'expired', deadline: view.deadline };
    case 'NOT_VERIFIED':
      return { kind: 'notVerified' };
    case 'NOT_YOUR_TURN':
      return before.length > 0 ? { kind: 'notYourTurn', partiesToAct: before } : { kind: 'nothingToFill' };
    default:
      return { kind: 'nothingToFill' };
  }
}

function nextOf({ parties, status }: View): Next {
  const next = parties.filter(({ isTurn }) => isTurn);
  if (status === FlowStatus.signing && next.some(({ isMe }) => isMe)) return { kind: 'mySignature' };
  if (next.length === 0) return { kind: 'nothing' };
  const by = next.map(({ name }) => name);
  return { kind: status === FlowStatus.fill ? 'filling' : 'signing', by };
}
