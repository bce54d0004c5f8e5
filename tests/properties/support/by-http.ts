/** The same contracts in the service, accessed over HTTP and examined in its tables. */
import { approvalCancel, approvalSign } from '@cinnabar/api/operations/approvals.js';
import {
  contractCancel,
  contractChangeParticipant,
  contractDel,
  contractInfo,
  contractRefuse,
  contractSend,
  contractTaskInfo,
  contractTransfer,
  fillSignForm,
  signContract,
  signWish,
} from '@cinnabar/api/operations/flows.js';
import { payOrderAdd, payOrderCancel, reversePayContractFee } from '@cinnabar/api/operations/payments.js';
import type { RunningApp } from '../../support/app.js';
import { type Enterprise, givenEnterprise, type Person } from '../../support/given-enterprise.js';
import {
  as,
  type FlowId,
  type GivenTemplate,
  givenSeal,
  givenTemplate,
  startFlow,
} from '../../support/given-flow.js';
import { type Channels, givenChannels, payAtProvider } from '../../support/given-payments.js';
import {
  type Channel,
  type Command,
  type Flag,
  flags,
  type Hand,
  type Outcome,
  type Scenario,
} from './contract-model.js';
import type { Shown } from './shown.js';

const OPENING = 5000;

/** An initiating enterprise: a member who may not use its seal alone, its owner, and an approver. */
interface Initiator {
  readonly corp: Enterprise;
  readonly hands: readonly [Person, Person];
  readonly administrator: Person;
  readonly channels: Channels;
}

export interface WalkingWorld {
  readonly app: RunningApp;
  readonly seller: Enterprise;
  readonly sellers: readonly [Person, Person];
  /** The person through one of the two applications of their enterprise. */
  by(person: Person, channel: Channel): Person;
  initiator(consent: boolean): Initiator;
  template(scenario: Scenario): Promise<GivenTemplate>;
}

export async function givenWalkingWorld(app: RunningApp): Promise<WalkingWorld> {
  const seller = await givenEnterprise(app, { contracts: OPENING });
  await givenSeal(seller);
  const sellers = [seller.owner, await seller.member(['SEAL_ADMIN'])] as const;
  const free = await givenInitiator(app, false);
  const careful = await givenInitiator(app, true);
  const elsewhere = new Map<Person, Person>();
  const everybody = [
    ...sellers.map((person) => [person, seller] as const),
    ...[free, careful].flatMap(({ hands, corp }) => hands.map((person) => [person, corp] as const)),
  ];
  for (const [person, corp] of everybody) elsewhere.set(person, await corp.anotherApplication(person));
  const templates = new Map<string, Promise<GivenTemplate>>();
  const initiator = (consent: boolean) => (consent ? careful : free);
  return {
    app,
    seller,
    sellers,
    initiator,
    by: (person, channel) => (channel === 0 ? person : (elsewhere.get(person) ?? person)),
    template(scenario) {
      const { consent, fills, parallel } = scenario;
      const key = JSON.stringify([consent, fills, parallel]);
      const known = templates.get(key);
      if (known !== undefined) return known;
      const made = makeTemplate(initiator(consent).corp, scenario);
      templates.set(key, made);
      return made;
    },
  };
}

async function givenInitiator(app: RunningApp, contractApproval: boolean): Promise<Initiator> {
  const corp = await givenEnterprise(app, {
    contracts: OPENING,
    collections: OPENING,
    profile: { settings: { contractApproval } },
  });
  await givenSeal(corp);
  return {
    corp,
    hands: [await corp.member(), corp.owner],
    administrator: await corp.member(['ADMIN']),
    channels: await givenChannels(app, corp.corpId, ['chatAQrCode']),
  };
}

function makeTemplate({ owner }: Enterprise, { fills, parallel }: Scenario): Promise<GivenTemplate> {
  const controls = (flag: Flag) => (fills.includes(flag) ? { controls: [`值${flag}`] } : {});
  return givenTemplate(owner.client, {
    pages: 1,
    parties: [
      { flag: '甲方', mode: 3, area: true, signOrder: 1, ...controls('甲方') },
      { flag: '乙方', area: true, signOrder: parallel ? 1 : 2, ...controls('乙方') },
    ],
  });
}

interface Place {
  readonly componentId: number;
  readonly participantId: number;
  readonly contractFileId: number;
  readonly componentType: number;
  readonly pageNum: number;
  readonly positionX: number;
  readonly positionY: number;
}

type Signing = Extract<Command, { readonly kind: 'wish' | 'sign' }>;

export class ContractByHttp {
  readonly #hands: Record<Flag, Hand>;
  #order: { readonly id: number; readonly no: string } | null = null;

  private constructor(
    readonly world: WalkingWorld,
    readonly scenario: Scenario,
    readonly flowId: FlowId,
    readonly parts: Readonly<Record<Flag, number>>,
    readonly places: readonly Place[],
  ) {
    this.#hands = { 甲方: scenario.firstHand, 乙方: 0 };
  }

  static async begin(world: WalkingWorld, scenario: Scenario): Promise<ContractByHttp> {
    const { corp, hands } = world.initiator(scenario.consent);
    const { payment, reverse, minutes } = scenario;
    const payee = { amount: 10, priority: payment ?? 0 };
    const other = as('乙方', world.sellers[0], world.seller);
    const expires = world.app.app.services.clock.now().getTime() + (minutes ?? 0) * 60_000;
    const flow = await startFlow(hands[0].client, await world.template(scenario), {
      ...(reverse ? { reversePayFlag: 1 as const } : {}),
      ...(minutes === null ? {} : { expireDate: new Date(expires).toISOString() }),
      participantList: [
        as('甲方', hands[scenario.firstHand], corp),
        payment === null ? other : { ...other, payeeContractFlag: 1, payee },
      ],
    });
    const { flowId, participantList } = flow;
    const [file] = await hands[0].client.data(contractInfo, { flowId });
    if (file === undefined) throw new Error('the contract has no file');
    const places = file.componentList.map((each) => ({ ...each, contractFileId: file.fileId }));
    const partOf = (flag: Flag) =>
      participantList.find(({ participantFlag }) => participantFlag === flag)?.participantId ?? 0;
    const parts = { 甲方: partOf('甲方'), 乙方: partOf('乙方') };
    return new ContractByHttp(world, scenario, flowId, parts, places);
  }

  #initiator(): Initiator {
    return this.world.initiator(this.scenario.consent);
  }

  #person(flag: Flag, hand: Hand = this.#hands[flag]): Person {
    return (flag === '甲方' ? this.#initiator().hands : this.world.sellers)[hand];
  }

  #otherHand(flag: Flag): Hand {
    return this.#hands[flag] === 0 ? 1 : 0;
  }

  async do(command: Command): Promise<Outcome> {
    const outcome = await this.#request(command);
    const flag = command.kind === 'change' ? '乙方' : command.kind === 'transfer' ? command.flag : null;
    if (outcome === 'ok' && flag !== null) this.#hands[flag] = this.#otherHand(flag);
    return outcome;
  }

  #request(command: Command): Promise<Outcome> {
    const { flowId, parts } = this;
    const [initiator] = this.#initiator().hands;
    const { administrator } = this.#initiator();
    switch (command.kind) {
      case 'fill': {
        const components = this.#placesOf(command.flag, 1).map((place) => ({ ...place, value: '一万元整' }));
        return tell(this.#person(command.flag), fillSignForm, { flowId, components, finish: command.finish });
      }
      case 'wish':
        return this.#wish(this.#by(command), command.words ? this.#commands(command) : undefined);
      case 'sign':
        return tell(this.#by(command), signContract, { flowId, signComponents: this.#commands(command) });
      case 'refuse':
        return tell(this.#person(command.flag), contractRefuse, { flowId });
      case 'transfer':
        return tell(this.#person(command.flag), contractTransfer, {
          flowId,
          ...this.#successor(command.flag),
        });
      case 'change': {
        const change = { flowId, participantId: parts.乙方, ...this.#successor('乙方') };
        return tell(initiator, contractChangeParticipant, change);
      }
      case 'actAsOther':
        return this.#wish(this.#person(command.flag, this.#otherHand(command.flag)));
      case 'cancel':
        return tell(initiator, contractCancel, { flowId });
      case 'cancelByOther':
        return tell(this.#person('乙方'), contractCancel, { flowId });
      case 'send':
        return tell(initiator, contractSend, { flowId });
      case 'delete':
        return tell(initiator, contractDel, { flowId });
      case 'pass':
        return this.#decide(administrator, 2);
      case 'reject':
        return this.#decide(administrator, 3);
      case 'passOneself':
        return this.#decide(initiator, 2);
      case 'withdraw':
        return this.#decide(initiator, 4);
      case 'withdrawForOther':
        return this.#decide(administrator, 4);
      case 'order':
        return this.#makeOrder();
      case 'pay':
        return this.#pay();
      case 'cancelOrder':
        return tell(this.#person('乙方'), payOrderCancel, { id: this.#order?.id });
      case 'fee':
        return tell(this.#person('乙方'), reversePayContractFee, { flowId });
    }
  }

  #by({ flag, channel }: Signing): Person {
    return this.world.by(this.#person(flag), channel);
  }

  /** The seal in the party's area, and a remark in a place that nobody else uses. */
  #commands({ flag, words }: Signing): readonly object[] {
    const seals = this.#placesOf(flag, 6).map((place) => ({
      ...place,
      fieldType: 0,
      sealId: 0,
      specialAttribute: {},
    }));
    const [seal] = seals;
    if (!words || seal === undefined) return seals;
    const place = { componentId: 0, pageNum: 1, positionX: flag === '甲方' ? 60 : 460, positionY: 400 };
    const specialAttribute = { value: '同意', width: 160, height: 40 };
    return [...seals, { ...seal, ...place, fieldType: 1, specialAttribute }];
  }

  #placesOf(flag: Flag, componentType: number): readonly Place[] {
    const participantId = this.parts[flag];
    return this.places.filter(
      (place) => place.participantId === participantId && place.componentType === componentType,
    );
  }

  #successor(flag: Flag): object {
    const { mobile, realName } = this.#person(flag, this.#otherHand(flag));
    return { psnAccount: mobile, psnName: realName };
  }

  #wish(person: Person, signComponents?: readonly object[]): Promise<Outcome> {
    const { flowId } = this;
    const proof = { authType: 'pwd', signPwd: person.signPwd };
    return tell(person, signWish, { flowId, ...proof, ...(signComponents && { signComponents }) });
  }

  async #decide(person: Person, approvalStatus: 2 | 3 | 4): Promise<Outcome> {
    const approvalId = (await this.#approvals()).at(-1)?.approval_id;
    const operation = approvalStatus === 4 ? approvalCancel : approvalSign;
    return tell(person, operation, { approvalId, approvalStatus });
  }

  async #makeOrder(): Promise<Outcome> {
    const channelModelId = this.#initiator().channels('chatAQrCode');
    const { client } = this.#person('乙方');
    const body = { channelModelId, signerId: this.parts.乙方, source: 'pc' };
    const answer = await client.post<{ id: number; businessOrderNo: string }>(payOrderAdd.path, body);
    const outcome = outcomeOf(answer);
    if (outcome === 'ok')
      this.#order = { id: answer.envelope.data.id, no: answer.envelope.data.businessOrderNo };
    return outcome;
  }

  async #pay(): Promise<Outcome> {
    const { state } = await payAtProvider(this.world.app, this.#order?.no);
    return state === 'succeeded' ? 'ok' : 'nothing to pay';
  }

  #approvals() {
    return this.world.app.app.database.db
      .selectFrom('approvals')
      .select(['approval_id', 'status'])
      .where('flow_id', '=', this.flowId)
      .orderBy('approval_id')
      .execute();
  }

  async shown(): Promise<Shown> {
    const { flowId, parts, world } = this;
    const { db } = world.app.app.database;
    const [stored, participants, orders, consents, account, seen] = await Promise.all([
      db
        .selectFrom('flows')
        .select(['status', 'fee_paid'])
        .where('flow_id', '=', flowId)
        .executeTakeFirstOrThrow(),
      db
        .selectFrom('flow_participants')
        .select(['participant_id', 'psn_id', 'sign_status', 'payee_paid'])
        .where('flow_id', '=', flowId)
        .execute(),
      db
        .selectFrom('pay_orders')
        .select('status')
        .where('flow_id', '=', flowId)
        .orderBy('order_id')
        .execute(),
      this.#approvals(),
      this.#account(),
      this.#initiator().hands[0].client.call(contractTaskInfo, { flowId }),
    ]);
    const partOf = (flag: Flag) => participants.find((each) => each.participant_id === parts[flag]);
    const deleted = seen.status === 404;
    if (!deleted) this.#compareWith(seen.envelope.data, stored.status);
    return {
      deleted,
      status: stored.status,
      feePaid: stored.fee_paid,
      parties: flags.map((flag) => ({
        hand: partOf(flag)?.psn_id === this.#person(flag, 0).userId ? 0 : 1,
        signStatus: partOf(flag)?.sign_status ?? 0,
      })),
      consents: consents.map(({ status }) => status),
      order: orders.at(-1)?.status ?? null,
      paid: partOf('乙方')?.payee_paid ?? false,
      account,
    };
  }

  /** What callers are told must equal what is stored. */
  #compareWith(told: { readonly flowStatus: number }, status: number): void {
    if (told.flowStatus !== status) throw new Error(`told ${told.flowStatus}, stored ${status}`);
  }

  async #account() {
    const entries = await this.world.app.app.database.db
      .selectFrom('ledger_entries')
      .select(['corp_id', 'ledger', 'count'])
      .where('sign_flow_id', '=', this.flowId)
      .execute();
    const sum = (corpId: number, ledger: string) =>
      entries
        .filter((entry) => entry.corp_id === corpId && entry.ledger === ledger)
        .reduce((total, { count }) => total + count, 0);
    const { corpId } = this.#initiator().corp;
    return {
      initiator: sum(corpId, 'contract'),
      counterparty: sum(this.world.seller.corpId, 'contract'),
      collections: sum(corpId, 'collection'),
    };
  }
}

interface Heard {
  readonly status: number;
  readonly envelope: { readonly code: string; readonly reason?: string };
}

async function tell({ client }: Person, { path }: { readonly path: string }, body: object): Promise<Outcome> {
  return outcomeOf(await client.post(path, body));
}

function outcomeOf({ status, envelope }: Heard): Outcome {
  if (status === 404) return 'absent';
  if (status === 200 && ['0', '200'].includes(envelope.code)) return 'ok';
  return envelope.reason ?? envelope.code;
}
