import { acceptanceOf, agreementsFor } from '@cinnabar/api/pages/agreements.js';
import type { EnteredMine } from '@cinnabar/api/pages/mine.js';
import type { RunningApp } from './app.js';
import { type Answered, Client } from './client.js';
import type { AskedCode } from './enter-link.js';
import type { Enterprise, Person } from './given-enterprise.js';

/** Signs in to “my contracts” by a code. Calls what lies below /pages/mine. */
export async function mySession(app: RunningApp, mobile: string): Promise<Client> {
  const sent = await app.post<AskedCode>('/pages/mine/sendCode', { mobile });
  await done(Promise.resolve(sent));
  const { asked } = sent.envelope.data;
  const code = await app.newestCode(mobile);
  const entered = await app.post<EnteredMine>('/pages/mine/enter', { mobile, code, asked });
  await done(Promise.resolve(entered));
  const [cookie = ''] = (entered.headers.get('set-cookie') ?? '').split(';', 1);
  return new Client(`${app.baseUrl}/pages/mine`, { cookie, personSession: entered.envelope.data.session });
}

/** The person lets the applications of an enterprise into all of their own contracts, on their own page. */
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
