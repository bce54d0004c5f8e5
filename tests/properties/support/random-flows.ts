import {
  contractCancel,
  contractChangeParticipant,
  contractDel,
  contractRefuse,
  getSignUrl,
} from '@cinnabar/api/operations/flows.js';
import { enterLink, type LinkSession } from '../../support/enter-link.js';
import type { Person } from '../../support/given-enterprise.js';
import { fillAll, sign, taskInfo } from '../../support/given-flow.js';
import { signOnPage } from '../../support/sign-on-page.js';
import { beginFlow, planFlow, SHORT_LIFE_SECONDS } from './begin-flow.js';
import { type BookedFlow, type BookedParty, FlowBook, whoseTurn } from './flow-book.js';
import type { ListsWorld, Seat } from './lists-world.js';
import type { RandomChoice } from './random-choice.js';

/** The interval between two codes for a mobile. */
const CODE_SECONDS = 61;
/**
 * Plays flows of every kind and status over HTTP and updates the model, in rounds; after each round the flows that are
 * to expire do.
 */
export async function playRandomFlows(
  world: ListsWorld,
  random: RandomChoice,
  rounds: readonly number[],
): Promise<FlowBook> {
  const book = new FlowBook();
  for (const count of rounds) {
    const ending: BookedFlow[] = [];
    for (let played = 0; played < count; played += 1) {
      const plan = planFlow(world, random, book.flows.length);
      const flow = await beginFlow(world, plan);
      book.flows.push(flow);
      if (plan.endsSoon) ending.push(flow);
      await goOn(world, random, flow);
    }
    await world.app.advance(SHORT_LIFE_SECONDS + 5);
    for (const flow of ending) if (flow.status === 1 || flow.status === 2) flow.status = 5;
    for (const flow of book.flows) {
      const isOver = [0, 4, 5, 6].includes(flow.status) && !flow.deleted;
      if (isOver && random.chance(0.2)) await remove(world, random, flow);
    }
  }
  for (const flow of book.flows) if (!flow.deleted) await learnTimes(world, flow);
  return book;
}

/** Any person who may act for the party. */
function seatOf(world: ListsWorld, party: BookedParty): Seat {
  const seat = world.seats.find(
    ({ enterprise, person }) =>
      person.userId === party.psnId && (party.type === 'person' || enterprise.corpId === party.corpId),
  );
  if (seat === undefined) throw new Error(`nobody can act for ${party.psnName}`);
  return seat;
}

function initiatorOf(world: ListsWorld, { corpId, initiatorId }: BookedFlow): Seat {
  const seat = world.seats.find(({ viewer }) => viewer.corpId === corpId && viewer.userId === initiatorId);
  if (seat === undefined) throw new Error('the initiator is gone');
  return seat;
}

/** Some of the pending steps, and sometimes an end before the last one. */
async function goOn(world: ListsWorld, random: RandomChoice, flow: BookedFlow): Promise<void> {
  const initiator = initiatorOf(world, flow).person.client;
  const { flowId } = flow;
  if (flow.status !== 0 && random.chance(0.15)) await handToAnother(world, random, flow);
  for (let steps = random.below(6); steps > 0; steps -= 1) await step(world, random, flow);
  if (flow.status === 3 || random.chance(0.6)) return;
  const unfinished = flow.parties.filter(({ signed }) => !signed);
  if (flow.status === 0 || random.chance(0.5)) {
    await initiator.data(contractCancel, { flowId });
    flow.status = 4;
  } else {
    const party = random.of(unfinished);
    const { person } = seatOf(world, party);
    const { client } = party.type === 'person' ? await byLink(world, flow, person) : person;
    await client.data(contractRefuse, { flowId });
    flow.status = 6;
  }
}

async function step(world: ListsWorld, random: RandomChoice, flow: BookedFlow): Promise<void> {
  const due = whoseTurn(flow);
  if (due.length === 0) return;
  const party = random.of(due);
  const { person } = seatOf(world, party);
  if (flow.status === 1) {
    await fillAll(person, flow.flowId, '一');
    party.toFill = false;
    if (flow.parties.every(({ toFill }) => !toFill)) flow.status = 2;
    return;
  }
  if (party.type === 'person')
    await signOnPage(world.app, await byLink(world, flow, person), person, flow.flowId);
  else await sign(person, flow.flowId);
  party.signed = true;
  if (flow.parties.every(({ signed }) => signed)) flow.status = 3;
}

/** For themselves people act by their own link, whatever their memberships. */
async function byLink(world: ListsWorld, flow: BookedFlow, person: Person): Promise<LinkSession> {
  const { flowId } = flow;
  const initiator = initiatorOf(world, flow).person;
  const { participantList } = await taskInfo(initiator, flowId);
  const part = participantList.find(
    ({ psnId, participantType }) => psnId === person.userId && participantType === 0,
  );
  if (part === undefined) throw new Error('the person takes no part');
  const { participantId } = part;
  await world.app.advance(CODE_SECONDS);
  const address = await initiator.client.data(getSignUrl, { flowId, participantId });
  return enterLink(world.app, address, person);
}

/** The initiator reassigns the second party to another person. */
async function handToAnother(world: ListsWorld, random: RandomChoice, flow: BookedFlow): Promise<void> {
  const initiator = initiatorOf(world, flow).person;
  const [first, second] = flow.parties;
  if (first === undefined || second === undefined) throw new Error('there are two parties');
  const { participantList } = await taskInfo(initiator, flow.flowId);
  const participant = participantList.find(({ participantFlag }) => participantFlag === '乙方');
  if (participant === undefined) throw new Error('乙方 is gone');
  const candidates = [...world.sides[0].signers, ...world.sides[1].signers].filter(
    ({ person, enterprise }) =>
      person.userId !== first.psnId &&
      person.userId !== second.psnId &&
      (second.type === 'person' || enterprise.corpId === second.corpId),
  );
  if (candidates.length === 0) return;
  const { person } = random.of(candidates);
  await initiator.client.data(contractChangeParticipant, {
    flowId: flow.flowId,
    participantId: participant.participantId,
    psnAccount: person.mobile,
    psnName: person.realName,
  });
  second.psnId = person.userId;
  second.psnName = person.realName;
  second.mobile = person.mobile;
}

/** By the initiator, or by a manager of the enterprise's contracts, who does not see confidential ones. */
async function remove(world: ListsWorld, random: RandomChoice, flow: BookedFlow): Promise<void> {
  const initiator = initiatorOf(world, flow);
  const administrators = world.seats.filter(
    ({ viewer }) => viewer.corpId === flow.corpId && viewer.administrates && !flow.confidential,
  );
  const { person } = random.of([initiator, ...administrators]);
  await person.client.data(contractDel, { flowId: flow.flowId });
  flow.deleted = true;
}

async function learnTimes(world: ListsWorld, flow: BookedFlow): Promise<void> {
  const info = await taskInfo(initiatorOf(world, flow).person, flow.flowId);
  const moment = (text: string | null) =>
    text === null ? null : Date.parse(text.replace('+0800', '+08:00'));
  flow.told = {
    flowCode: info.flowCode,
    createTime: moment(info.createTime) ?? 0,
    startTime: moment(info.flowStartTime),
    finishTime: moment(info.flowFinishTime),
    deadline: moment(info.expireDate),
  };
}
