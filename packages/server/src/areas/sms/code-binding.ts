import { hashToken } from '../../custody/secrets.js';
import type { CodePurpose } from '../../database/tables/sms.js';
import type { SmsTemplate } from './messages.js';

export type { CodePurpose } from '../../database/tables/sms.js';

/** One thing that a code is for. */
export type CodeSubject =
  | `${'link' | 'flow' | 'approval' | 'seal' | 'corp' | 'user'} ${number}`
  | `mobile ${string}`;

/** What a code is bound to: it proves only this, and only from this asker. */
export interface CodeBinding {
  readonly mobile: string;
  /** Who asks for the code and brings it back: `appId` of the context, or a visitor's by `visitorAsker`. */
  readonly asker: string;
  readonly purpose: CodePurpose;
  /** All that one code is for; none: any one thing of the purpose. */
  readonly subject: readonly CodeSubject[];
}

/** Somebody on a page who has no session yet, by what the page was answered when they asked for the code. */
export function visitorAsker(asked: string): string {
  return `visitor ${hashToken(asked)}`;
}

type CodeTemplate = Extract<SmsTemplate, 'commSms' | 'sign' | 'approval' | 'signPwd'>;

/** The scenarios of the interface, by which providers name their templates. */
export function templateOf(purpose: CodePurpose): CodeTemplate {
  if (purpose === 'autoSign') return 'sign';
  return purpose === 'sign' || purpose === 'approval' || purpose === 'signPwd' ? purpose : 'commSms';
}

/** As it is stored: one text, however the things were listed. */
export function subjectText(subject: readonly CodeSubject[]): string {
  return [...new Set(subject)].sort().join(',');
}

/** Whether a code that was sent for the one subject proves the other: part of what its text named, or any one thing. */
export function covers(stored: string, wanted: readonly CodeSubject[]): boolean {
  if (stored === '') return new Set(wanted).size <= 1;
  const named = new Set(stored.split(','));
  return wanted.length > 0 && wanted.every((each) => named.has(each));
}

/** Numbers of contracts and approvals as subjects. */
export function subjectsOf(kind: 'flow' | 'approval', ids: readonly number[]): readonly CodeSubject[] {
  return ids.map((each): CodeSubject => `${kind} ${each}`);
}
