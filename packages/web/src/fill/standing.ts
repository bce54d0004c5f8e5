import { type ContractState, endedFlow, nextOf, partiesToAct } from '../shared/flow/contract-state.js';
import { firstValues, type View } from './controls.js';
import { shownControls, standingsOf } from './standings.js';

/** State of a contract for a participant who fills it in; null while they can. */
export function standingOf(view: View): ContractState | null {
  if (view.obstacle === null) return null;
  const ended = endedFlow(view);
  if (ended !== null && ended.kind !== 'expired') return ended;
  const own = shownControls(view, standingsOf(view, firstValues(view)));
  // A participant who has submitted sees that, even if the contract expired later.
  if (view.me.filled && own.length > 0) {
    const fields = own.filter(({ value }) => value !== '').length;
    return { kind: 'handedIn', fields, next: nextOf(view) };
  }
  if (ended !== null) return ended;
  const before = partiesToAct(view.parties);
  switch (view.obstacle) {
    case 'FLOW_EXPIRED':
      return { kind: 'expired' };
    case 'NOT_VERIFIED':
      return { kind: 'notVerified', duty: 'fill' };
    case 'NOT_YOUR_TURN':
      return before.length > 0
        ? { kind: 'notYourTurn', duty: 'fill', partiesToAct: before }
        : { kind: 'nothingToFill' };
    default:
      return { kind: 'nothingToFill' };
  }
}
