/** Recipients and contents of text messages. */
import { forMessage } from '../../../sms/index.js';
import { type Flow, FlowStatus, type Participant } from '../flow.js';
import { turnHolders } from './turns.js';

type Titled = Pick<Flow, 'title' | 'flowCode' | 'encrypted' | 'confidential'>;

/**
 * How the flow is called in a message: a mobile may be wrong, and what is secret must not go to it. Of a title that is
 * only an address there is nothing left to say.
 */
export function titleInNotice({ title, flowCode, encrypted, confidential }: Titled): string {
  if (encrypted || confidential) return flowCode;
  const said = forMessage(title);
  return said === '' ? flowCode : said;
}

/** People involved in a flow that has ended: those who acted, and those whose turn it was. */
export function askedParticipants(flow: Flow): readonly Participant[] {
  const status = flow.participants.some(({ filled }) => !filled) ? FlowStatus.fill : FlowStatus.signing;
  const holders = turnHolders({ ...flow, status });
  return flow.participants.filter(
    (participant) =>
      holders.includes(participant) || participant.draftTime !== null || participant.signTime !== null,
  );
}

/** How long before the deadline the awaited people are notified, ms. */
export const DEADLINE_NOTICE_MS = 3 * 24 * 3_600_000;
