/** For whom a flow waits, and since when. */
import { type Flow, FlowStatus, type Participant } from '../flow.js';
import { operateStatusOf } from './inbox-rows.js';
import { turnHolders } from './turns.js';

export interface Waiting {
  readonly participant: Participant;
  /** 1 fill, 2 signing, 3 approval, 4 payment. */
  readonly awaited: 1 | 2 | 3 | 4;
  /** When their turn began. */
  readonly since: Date;
}

/** Everybody whose turn it is. */
export function waitingFor(flow: Flow): readonly Waiting[] {
  return turnHolders(flow).flatMap((participant) => {
    const awaited = operateStatusOf(flow, [participant]);
    return awaited === 0 ? [] : { participant, awaited, since: turnBegan(flow, participant) };
  });
}

/**
 * A turn begins with the act that ended the one before: the start, the filling of whoever came before in the queue,
 * or the last signature of the groups before. All of them have left their times on the flow.
 */
function turnBegan(flow: Flow, holder: Participant): Date {
  const before = flow.participants.flatMap((participant) =>
    flow.status === FlowStatus.fill
      ? isAhead(flow, participant, holder)
        ? [participant.draftTime]
        : []
      : [participant.draftTime, participant.signOrder < holder.signOrder ? participant.signTime : null],
  );
  const started = flow.startTime ?? flow.createTime;
  return before.reduce<Date>((last, time) => (time !== null && time > last ? time : last), started);
}

/** Whether one comes before the other in the queue of those who fill: by draftSort, else as they stand in the flow. */
function isAhead({ participants }: Flow, one: Participant, other: Participant): boolean {
  if (one.draftSort !== other.draftSort) return one.draftSort < other.draftSort;
  return participants.indexOf(one) < participants.indexOf(other);
}
