/** Recipients and contents of text messages. */
import { formatDateTime } from '@cinnabar/api/date-time.js';
import { forMessage } from '../../../sms/index.js';
import { type Flow, FlowStatus, type Participant } from '../flow.js';
import { turnHolders } from './turns.js';

type Titled = Pick<Flow, 'title' | 'flowCode' | 'encrypted' | 'confidential'>;

/**
 * Name of the flow in a message. The mobile may be wrong, so the title of a confidential or encrypted flow is not sent.
 * A title that consists only of an address leaves nothing to display.
 */
export function titleInNotice({ title, flowCode, encrypted, confidential }: Titled): string {
  if (encrypted || confidential) return flowCode;
  const said = forMessage(title);
  return said === '' ? flowCode : said;
}

/** `2026-12-01 18:00` */
export function deadlineInNotice(deadline: Date, zone: string): string {
  return formatDateTime(deadline, zone).slice(0, 16).replace('T', ' ');
}

/** People notified of the end of a flow: those who acted, and those whose turn it was. */
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

/** Whether the deadline is so near that people are notified of it. */
export function isNearDeadline(deadline: Date | null, now: Date): boolean {
  return deadline !== null && deadline.getTime() - now.getTime() <= DEADLINE_NOTICE_MS;
}
