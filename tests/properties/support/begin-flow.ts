import { contractList, getDesignatedSignatureUrl } from '@cinnabar/api/operations/flows.js';
import { as, type FlowId, startFlow } from '../../support/given-flow.js';
import type { BookedFlow, BookedParty } from './flow-book.js';
import type { ListsWorld, Seat, Side } from './lists-world.js';
import type { RandomChoice } from './random-choice.js';

/** Lifetime of flows that are to expire: longer than a round of acts, far shorter than a token's. */
export const SHORT_LIFE_SECONDS = 2000;
const WORDS = ['采购', '销售', 'Lease', 'LEASE', '100%', 'a_b', 'a\\b', '合同', 'É', '（补充）'];
const ORDERS = ['PO-1', 'PO-2', 'po-1'];
const NOT_YET = { flowCode: '', createTime: 0, startTime: null, finishTime: null, deadline: null };

type Kind = 'filled' | 'withPerson' | 'draft';

/** The choices made for a flow before its start. */
export interface FlowPlan {
  readonly kind: Kind;
  readonly side: Side;
  readonly initiator: Seat;
  readonly first: Seat;
  readonly second: Seat;
  readonly copiers: readonly { readonly seat: Seat; readonly type: 'enterprise' | 'person' }[];
  readonly title: string;
  readonly sourceOrderCode: string | null;
  readonly confidential: boolean;
  readonly encrypted: boolean;
  readonly endsSoon: boolean;
}

export function planFlow(world: ListsWorld, random: RandomChoice, number: number): FlowPlan {
  const kind = random.of<Kind>(['filled', 'filled', 'withPerson', 'withPerson', 'draft']);
  const [side, other] = random.shuffled(world.sides);
  if (side === undefined || other === undefined) throw new Error('there are two sides');
  const first = random.of(side.signers);
  const seconds = kind === 'withPerson' ? world.seats : other.signers;
  return {
    kind,
    side,
    initiator: random.of(side.signers),
    first,
    // A person with two parts in one flow would have to sign them one at a time.
    second: random.of(seconds.filter(({ person }) => person.userId !== first.person.userId)),
    copiers: random
      .some(world.seats, 0.2)
      .map((seat) => ({ seat, type: random.of(['enterprise', 'person']) })),
    title: `${random.of(WORDS)}${random.of(WORDS)} ${number}`,
    sourceOrderCode: random.chance(0.5) ? random.of(ORDERS) : null,
    confidential: random.chance(0.15),
    encrypted: random.chance(0.15),
    endsSoon: kind !== 'draft' && random.chance(0.3),
  };
}

export async function beginFlow(world: ListsWorld, plan: FlowPlan): Promise<BookedFlow> {
  const fills = plan.kind === 'filled';
  const secondType = plan.kind === 'withPerson' ? 'person' : 'enterprise';
  const flowId = await (plan.kind === 'draft' ? draft(plan) : start(world, plan));
  return {
    flowId,
    corpId: plan.side.enterprise.corpId,
    initiatorId: plan.initiator.person.userId,
    title: plan.title,
    sourceOrderCode: plan.sourceOrderCode,
    confidential: plan.confidential,
    parties: [partyOf(plan.first, 'enterprise', 1, fills), partyOf(plan.second, secondType, 2, fills)],
    copiers: plan.copiers.map(({ seat, type }) => ({
      type,
      corpId: type === 'enterprise' ? seat.enterprise.corpId : null,
      psnId: seat.person.userId,
    })),
    status: plan.kind === 'draft' ? 0 : fills ? 1 : 2,
    deleted: false,
    told: NOT_YET,
  };
}

function partyOf(seat: Seat, type: BookedParty['type'], place: number, fills: boolean): BookedParty {
  const { enterprise, person } = seat;
  return {
    type,
    corpId: type === 'enterprise' ? enterprise.corpId : null,
    corpName: type === 'enterprise' ? enterprise.corpName : '',
    psnId: person.userId,
    psnName: person.realName,
    mobile: person.mobile,
    draftSort: place,
    signOrder: fills ? place : 1,
    toFill: fills,
    signed: false,
  };
}

function wishesOf({ encrypted, confidential, sourceOrderCode, copiers }: FlowPlan) {
  return {
    encryptFlag: encrypted ? (1 as const) : (0 as const),
    privaryFlag: confidential ? (1 as const) : (0 as const),
    ...(sourceOrderCode === null ? {} : { sourceOrderCode }),
    copierList: copiers.map(({ seat, type }) => ({
      copierType: type === 'enterprise' ? (1 as const) : (0 as const),
      psnAccount: seat.person.mobile,
      psnName: seat.person.realName,
      ...(type === 'enterprise' ? { corpName: seat.enterprise.corpName } : {}),
    })),
  };
}

async function start(world: ListsWorld, plan: FlowPlan): Promise<FlowId> {
  const { side, kind, initiator, first, second, title } = plan;
  const now = world.app.app.services.clock.now().getTime();
  const template = kind === 'filled' ? side.filled : side.withPerson;
  const { flowId } = await startFlow(initiator.person.client, template, {
    templateName: title,
    participantList: [
      as('甲方', first.person, first.enterprise),
      as('乙方', second.person, kind === 'filled' ? second.enterprise : null),
    ],
    ...wishesOf(plan),
    ...(plan.endsSoon ? { expireDate: new Date(now + SHORT_LIFE_SECONDS * 1000).toISOString() } : {}),
  });
  return flowId;
}

async function draft(plan: FlowPlan): Promise<FlowId> {
  const { client } = plan.initiator.person;
  await client.data(getDesignatedSignatureUrl, {
    flowTitle: plan.title,
    contractFileList: [plan.side.upload],
    participantList: [
      { ...as('甲方', plan.first.person, plan.first.enterprise), participantType: 1 },
      { ...as('乙方', plan.second.person, plan.second.enterprise), participantType: 1 },
    ],
    ...wishesOf(plan),
  });
  // The response is a link; the newest draft is the one just created.
  const [made] = await client.data(contractList, { docQueryType: 8, listPageSize: 1 });
  if (made?.flowTitle !== plan.title) throw new Error(`the newest draft is not ${plan.title}`);
  return made.flowId;
}
