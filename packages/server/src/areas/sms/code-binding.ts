import { hashToken } from '../../custody/secrets.js';
import type { CodePurpose } from '../../database/tables/sms.js';
import type { SmsTemplate } from './messages.js';

export type { CodePurpose } from '../../database/tables/sms.js';

/** One subject of a code. */
export type CodeSubject =
  | `${'link' | 'flow' | 'approval' | 'seal' | 'corp' | 'user'} ${number}`
  | `mobile ${string}`;

/** Binding of a code: it proves only this, and only for this requester. */
export interface CodeBinding {
  readonly mobile: string;
  /** Who requests and submits the code: `appId` of the context, or for a visitor the result of `visitorAsker`. */
  readonly asker: string;
  readonly purpose: CodePurpose;
  /** All subjects of the code; empty: any single subject of the purpose. */
  readonly subject: readonly CodeSubject[];
}

/** A visitor of a page without a session, identified by the response with which the page requested the code. */
export function visitorAsker(asked: string): string {
  return `visitor ${hashToken(asked)}`;
}

type CodeTemplate = Extract<SmsTemplate, 'commSms' | 'sign' | 'approval' | 'signPwd'>;

/** Scenarios of the interface, by which providers name their templates. */
export function templateOf(purpose: CodePurpose): CodeTemplate {
  if (purpose === 'autoSign') return 'sign';
  return purpose === 'sign' || purpose === 'approval' || purpose === 'signPwd' ? purpose : 'commSms';
}

/** Stored form: one canonical text, regardless of the order of the subjects. */
export function subjectText(subject: readonly CodeSubject[]): string {
  return [...new Set(subject)].sort().join(',');
}

/**
 * Whether a code sent for one subject list proves the other: a subset of what its message named, or any single subject.
 */
export function covers(stored: string, wanted: readonly CodeSubject[]): boolean {
  if (stored === '') return new Set(wanted).size <= 1;
  const named = new Set(stored.split(','));
  return wanted.length > 0 && wanted.every((each) => named.has(each));
}

/** Ids of contracts and approvals as subjects. */
export function subjectsOf(kind: 'flow' | 'approval', ids: readonly number[]): readonly CodeSubject[] {
  return ids.map((each): CodeSubject => `${kind} ${each}`);
}
