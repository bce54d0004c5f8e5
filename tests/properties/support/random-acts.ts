import {
  contractCancel,
  contractRefuse,
  signContract,
  startSignFlow,
} from '@cinnabar/api/operations/flows.js';
import type { RunningApp } from '../../support/app.js';
import type { Answered, Client } from '../../support/client.js';
import type { Enterprise } from '../../support/given-enterprise.js';
import {
  as,
  confirmByPassword,
  type FlowId,
  type GivenTemplate,
  type StartedFlow,
  sealEverything,
} from '../../support/given-flow.js';
import type { RandomChoice } from './random-choice.js';

/** An enterprise that starts flows from its own template, signed by itself and the partner. */
export interface Payer {
  readonly enterprise: Enterprise;
  readonly template: GivenTemplate;
  readonly contracts: number;
  readonly collections: number;
}

/** A requested start, possibly repeated with its key, and its result. */
export interface Attempt {
  readonly payer: Payer;
  /** Its sourceOrderCode, by which the flow is found. */
  readonly label: string;
  readonly collects: boolean;
  readonly endsSoon: boolean;
  readonly flowIds: Set<FlowId>;
}

export interface LedgersWorld {
  readonly app: RunningApp;
  readonly payers: readonly Payer[];
  readonly partner: Enterprise;
  readonly attempts: Attempt[];
}

/** Lifetime of flows that expire during the acts. */
export const SHORT_LIFE_SECONDS = 120;

const KINDS = [
  'start',
  'start',
  'start',
  'start',
  'cancel',
  'cancel',
  'refuse',
  'sign',
  'sign',
  'sign',
] as const;

type Act = () => Promise<unknown>;

/** Permitted responses to racing acts: success, or a refusal caused by a race; never 500. */
const RACED = [
  'FLOW_STATE',
  'FLOW_EXPIRED',
  'BALANCE_NOT_ENOUGH',
  'PAYEE_BALANCE_NOT_ENOUGH',
  'IDEMPOTENCY_KEY_RUNNING',
  'WISH_REQUIRED',
];

function settled({ status, envelope }: Answered): boolean {
  if (status === 200) return true;
  if (RACED.includes(envelope.reason ?? '') || status === 503) return false;
  throw new Error(`${status} ${JSON.stringify(envelope)}`);
}

/** `count` acts on flows that are open or not yet started, prepared to be sent concurrently. */
export async function readyActs(
  world: LedgersWorld,
  random: RandomChoice,
  count: number,
): Promise<readonly Act[]> {
  // Time passes once per volley: the deadlines of flows started in it must be later.
  const acts: Act[] = [() => world.app.advance(SHORT_LIFE_SECONDS / 2)];
  const open = world.attempts.filter(({ flowIds }) => flowIds.size > 0);
  while (acts.length < count) {
    const kind = random.of(KINDS);
    if (kind === 'start') acts.push(...startActs(world, random));
    else if (open.length > 0) acts.push(...(await actsOn(world, random, random.of(open), kind)));
  }
  return random.shuffled(acts.slice(0, count));
}

function startActs({ app, payers, partner, attempts }: LedgersWorld, random: RandomChoice): readonly Act[] {
  const payer = random.of(payers);
  const attempt: Attempt = {
    payer,
    label: `attempt ${attempts.length}`,
    collects: random.chance(0.4),
    endsSoon: random.chance(0.3),
    flowIds: new Set(),
  };
  attempts.push(attempt);
  const now = app.app.services.clock.now().getTime();
  const body = {
    templateId: payer.template.templateId,
    participantList: [
      {
        ...as('乙方', partner.owner, partner),
        ...(attempt.collects ? { payeeContractFlag: 1, payee: { amount: 10, priority: 1 } } : {}),
      },
    ],
    sourceOrderCode: attempt.label,
    ...(attempt.endsSoon ? { expireDate: new Date(now + SHORT_LIFE_SECONDS * 1000).toISOString() } : {}),
  };
  const { client } = payer.enterprise.owner;
  const act = async () => {
    const headers = { 'idempotency-key': attempt.label };
    const answer = await client.post<StartedFlow>(startSignFlow.path, body, headers);
    if (settled(answer)) attempt.flowIds.add(answer.envelope.data.flowId);
  };
  return random.chance(0.3) ? [act, act] : [act];
}

async function actsOn(
  { partner }: LedgersWorld,
  random: RandomChoice,
  { payer, flowIds }: Attempt,
  kind: string,
): Promise<readonly Act[]> {
  const [flowId] = flowIds;
  if (flowId === undefined) return [];
  const { owner } = payer.enterprise;
  const post = (client: Client, path: string, body: object) => async () => {
    settled(await client.post(path, body));
  };
  if (kind === 'cancel') {
    const cancel = post(owner.client, contractCancel.path, { flowId });
    return random.chance(0.4) ? [cancel, cancel] : [cancel];
  }
  const { owner: signer } = random.of([payer.enterprise, partner]);
  if (kind === 'refuse') return [post(signer.client, contractRefuse.path, { flowId })];
  // Confirmed beforehand if the flow still permits it, so that the signature itself takes part in the race.
  try {
    await confirmByPassword(signer, flowId);
    const signComponents = await sealEverything(signer, flowId);
    return signComponents.length === 0
      ? []
      : [post(signer.client, signContract.path, { flowId, signComponents })];
  } catch {
    return [];
  }
}
