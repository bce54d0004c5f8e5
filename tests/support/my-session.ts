import { acceptanceOf, agreementsFor } from '@cinnabar/api/pages/agreements.js';
import type { EnteredMine } from '@cinnabar/api/pages/mine.js';
import type { FinishedOwnCheck } from '@cinnabar/api/pages/own-identity.js';
import type { RunningApp } from './app.js';
import { type Answered, Client } from './client.js';
import type { AskedCode } from './enter-link.js';
import type { Enterprise, Person } from './given-enterprise.js';

/** Signs in to “my contracts” by a code. Calls endpoints below /pages/mine. */
export async function mySession(app: RunningApp, mobile: string): Promise<Client> {
  const sent = await app.post<AskedCode>('/pages/mine/sendCode', { mobile });
  await done(Promise.resolve(sent));
  const { asked } = sent.envelope.data;
  const code = await app.newestCode(mobile);
  const entered = await app.post<EnteredMine>('/pages/mine/enter', { mobile, code, asked });
  await done(Promise.resolve(entered));
  return sessionOf(app, entered, entered.envelope.data);
}

/** The session started by a response. */
export function sessionOf(
  app: RunningApp,
  { headers }: Pick<Answered, 'headers'>,
  { session }: EnteredMine,
): Client {
  const [cookie = ''] = (headers.get('set-cookie') ?? '').split(';', 1);
  return new Client(`${app.baseUrl}/pages/mine`, { cookie, personSession: session });
}

/** Begins a check of the person's own face with the given result; returns the parameters of the return address. */
export async function checkOwnFace(
  app: RunningApp,
  session: Client,
  request: Readonly<Record<string, string>>,
  result: 'pass' | 'fail' = 'pass',
): Promise<Readonly<Record<string, string>>> {
  const accepted = acceptanceOf(agreementsFor.sayWho);
  const begun = await session.post<{ readonly url: string }>('/face/begin', { ...request, accepted });
  await done(Promise.resolve(begun));
  const orderNo = new URL(begun.envelope.data.url).searchParams.get('orderNo') ?? '';
  const answer = await fetch(`${app.baseUrl}/sandbox/face/${orderNo}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ result }),
  });
  const { redirect }: { readonly redirect: string } = JSON.parse(await answer.text());
  return Object.fromEntries(new URL(redirect).searchParams);
}

/** Like checkOwnFace, and submits the result to the session. */
export async function showOwnFace(
  app: RunningApp,
  session: Client,
  request: Readonly<Record<string, string>>,
): Promise<Answered<FinishedOwnCheck>> {
  return session.post<FinishedOwnCheck>('/face/finish', await checkOwnFace(app, session, request));
}

/** The person grants an enterprise's applications access to all of their own contracts, on their own page. */
export async function openPersonalContracts(
  app: RunningApp,
  person: Pick<Person, 'mobile'>,
  { corpId }: Pick<Enterprise, 'corpId'>,
): Promise<void> {
  const session = await mySession(app, person.mobile);
  await done(session.post('/personalContracts/sendCode', { corpId }));
  const code = await app.newestCode(person.mobile);
  const accepted = acceptanceOf(agreementsFor.openPersonalContracts);
  await done(session.post('/personalContracts/open', { corpId, code, accepted }));
}

async function done(answer: Promise<Answered>): Promise<void> {
  const { envelope } = await answer;
  if (envelope.code !== '0') throw new Error(JSON.stringify(envelope));
}
