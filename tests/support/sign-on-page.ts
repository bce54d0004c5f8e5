/** The request of a link's sign page: everything that its person was shown, entered and proved. */

import type { InputOf } from '@cinnabar/api/operation.js';
import { signContract } from '@cinnabar/api/operations/flows.js';
import { sendSmsVerifyCode } from '@cinnabar/api/operations/sms.js';
import type { SignPageView } from '@cinnabar/api/pages/sign.js';
import type { RunningApp } from './app.js';
import { Client, type DataOf, type Wire } from './client.js';
import { bySession, type LinkSession } from './enter-link.js';
import type { Person } from './given-enterprise.js';
import { type FlowId, sealEverything } from './given-flow.js';

export type PageAct = Wire<InputOf<typeof signContract>>;

/** The present content of the page. */
export async function shownOnPage(app: RunningApp, { cookie, entered }: LinkSession): Promise<SignPageView> {
  const page = new Client(app.baseUrl, { cookie, linkSession: entered.session });
  const { envelope } = await page.post<SignPageView>('/pages/sign/view', {});
  if (envelope.code !== '0') throw new Error(JSON.stringify(envelope));
  return envelope.data;
}

/** A code for the act, sent to the person of the session. */
export async function codeOnPage(
  app: RunningApp,
  { client, entered }: LinkSession,
  flowIds?: readonly FlowId[],
): Promise<string> {
  const about = flowIds === undefined ? {} : { flowIds: [...flowIds] };
  await client.data(sendSmsVerifyCode, { mobile: entered.mobile, smsType: 'sign', ...about });
  return app.newestCode(entered.mobile);
}

/** The default seal in every area, on the present content of the page; without a proof. */
export async function actOnPage(
  app: RunningApp,
  session: LinkSession,
  person: Person,
  flowId: FlowId,
): Promise<PageAct> {
  const { shown } = await shownOnPage(app, session);
  return { flowId, shown, signComponents: await sealEverything(bySession(person, session), flowId) };
}

/** Load, code, signature. */
export async function signOnPage(
  app: RunningApp,
  session: LinkSession,
  person: Person,
  flowId: FlowId,
): Promise<DataOf<typeof signContract>> {
  const act = await actOnPage(app, session, person, flowId);
  const verifyCode = await codeOnPage(app, session);
  return session.client.data(signContract, { ...act, authType: 'sms', verifyCode });
}
