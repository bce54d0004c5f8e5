import { getSignUrl } from '@cinnabar/api/operations/flows.js';
import type { RunningApp } from './app.js';
import { bySession, enterLink, type LinkSession } from './enter-link.js';
import type { Enterprise, Person } from './given-enterprise.js';
import { as, type FlowId, type GivenTemplate, givenTemplate, startFlow, taskInfo } from './given-flow.js';

const templates = new WeakMap<Enterprise, Promise<GivenTemplate>>();

/** The person with a session of a link to one of their unsigned parts, entered with the code on their mobile. */
export async function byOwnLink(
  app: RunningApp,
  initiator: Enterprise,
  flowId: FlowId,
  person: Person,
): Promise<LinkSession> {
  const { participantList } = await taskInfo(initiator.owner, flowId);
  const part = participantList.find(({ psnId, signStatus }) => psnId === person.userId && signStatus !== 3);
  if (part === undefined) throw new Error(`${person.realName} has nothing to sign in flow ${flowId}`);
  const { participantId } = part;
  const address = await initiator.owner.client.data(getSignUrl, { flowId, participantId });
  return enterLink(app, address, person);
}

/** The person in a session of their own, for acts reserved to them; the link is to a contract of the enterprise. */
export async function inOwnSession(app: RunningApp, initiator: Enterprise, person: Person): Promise<Person> {
  const { owner } = initiator;
  const known = templates.get(initiator);
  const made =
    known ??
    givenTemplate(owner.client, { pages: 1, parties: [{ flag: '个人', type: 0, signOrder: 1, area: true }] });
  templates.set(initiator, made);
  const { flowId } = await startFlow(owner.client, await made, {
    participantList: [as('个人', person, null)],
  });
  return bySession(person, await byOwnLink(app, initiator, flowId, person));
}
