import type { RunningApp } from './app.js';
import { type Answered, Client } from './client.js';
import type { Person } from './given-enterprise.js';

/** Data at one of our addresses, available to anyone who opens it. */
export interface LinkDescription {
  readonly kind: string;
  readonly state: 'open' | 'ended' | 'expired';
  readonly entry: 'code' | 'once';
  readonly corpName: string;
  readonly title: string | null;
  /** Masked. */
  readonly mobile: string;
  readonly returnUrl: string | null;
}

export interface EnteredLink {
  readonly session: string;
  readonly expireTime: string;
  readonly kind: string;
  readonly corpId: number | null;
  readonly userId: number;
  readonly mobile: string;
  readonly flowId: number | null;
  readonly participantId: number | null;
  readonly templateId: number | null;
  readonly returnUrl: string | null;
}

/** The two halves of a session, as a browser and its page hold them. */
export interface LinkSession {
  readonly entered: EnteredLink;
  readonly cookie: string;
  /** Calls operations of the interface with the session alone. */
  readonly client: Client;
}

export function tokenOf(address: string): string {
  return address.slice(address.lastIndexOf('/') + 1);
}

export function openLink(app: RunningApp, address: string): Promise<Answered<LinkDescription>> {
  return app.post<LinkDescription>('/pages/link/open', { token: tokenOf(address) });
}

/** State that a browser keeps after requesting a code: the code can be tried only where it was requested. */
const asked = new Map<string, string>();

export interface AskedCode {
  readonly asked: string;
}

export async function sendLinkCode(app: RunningApp, address: string): Promise<Answered<AskedCode>> {
  const token = tokenOf(address);
  const body = { token, asked: asked.get(token) ?? null };
  const answer = await app.post<AskedCode>('/pages/link/sendCode', body);
  if (answer.envelope.code === '0') asked.set(token, answer.envelope.data.asked);
  return answer;
}

/** Enters with the code sent to the person's mobile, or without one if the link requires none. */
export async function enterLink(
  app: RunningApp,
  address: string,
  person?: Pick<Person, 'mobile'>,
): Promise<LinkSession> {
  if (person === undefined) return sessionOf(app, await tryEntering(app, address));
  const sent = await sendLinkCode(app, address);
  if (sent.envelope.code !== '0') throw new Error(JSON.stringify(sent.envelope));
  return sessionOf(app, await tryEntering(app, address, await app.newestCode(person.mobile)));
}

export function tryEntering(app: RunningApp, address: string, code?: string): Promise<Answered<EnteredLink>> {
  const token = tokenOf(address);
  const body = { token, code: code ?? null, asked: asked.get(token) ?? null };
  return app.post<EnteredLink>('/pages/link/enter', body);
}

function sessionOf(app: RunningApp, answer: Answered<EnteredLink>): LinkSession {
  if (answer.envelope.code !== '0') throw new Error(JSON.stringify(answer.envelope));
  const entered = answer.envelope.data;
  const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';', 1);
  const client = new Client(`${app.baseUrl}/pages/operations`, { cookie, linkSession: entered.session });
  return { entered, cookie, client };
}

/** The person acting by the session, for steps that require a person. */
export function bySession(person: Person, { client }: LinkSession): Person {
  return { ...person, client };
}
