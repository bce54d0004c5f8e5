/** A contract kept by the pure rules of the service: what its operations do, without database and documents. */

import { withNobodyWaiting, withoutWaiting } from '@cinnabar/server/areas/flows/approve/rules/approving.js';
import { finishFilling } from '@cinnabar/server/areas/flows/fill/apply-fill.js';
import { decideFill, withValues } from '@cinnabar/server/areas/flows/fill/rules/filling.js';
import {
  type Component,
  type Flow,
  FlowStatus,
  type Participant,
  SignStatus,
} from '@cinnabar/server/areas/flows/flow/flow.js';
import { withSuccessor } from '@cinnabar/server/areas/flows/flow/hand-over.js';
import { givesBackOnRevoke } from '@cinnabar/server/areas/flows/flow/rules/charging.js';
import {
  isDeletable,
  isOpen,
  isPastDeadline,
  moveFlow,
} from '@cinnabar/server/areas/flows/flow/rules/states.js';
import { isDone } from '@cinnabar/server/areas/flows/flow/rules/turns.js';
import {
  type ActTerms,
  digestOf,
  type ResolvedMark,
} from '@cinnabar/server/areas/flows/sign/rules/act-terms.js';
import { type Confirmed, covers } from '@cinnabar/server/areas/flows/sign/rules/intent-cover.js';
import { completes, refusalToSign } from '@cinnabar/server/areas/flows/sign/rules/signing.js';
import { asDraft, leaveDraft } from '@cinnabar/server/areas/flows/start/rules/drafting.js';
import { moveOrder, type OrderStatus } from '@cinnabar/server/areas/payments/rules/order-states.js';
import { collectionDue, refusalToBearFee } from '@cinnabar/server/areas/payments/rules/paying.js';
import type { UserId } from '@cinnabar/server/operation/context.js';
import { component, file, flow, idOf, li, noon, participant, wang, zhang } from '../../support/flow-model.js';
import type { Account, Channel, Command, Consent, Flag, Outcome, Scenario } from './contract-model.js';
import type { Shown } from './shown.js';

interface KeptIntent extends Confirmed {
  readonly psnId: number;
  readonly channel: Channel;
  readonly until: number;
}

/** An act that waits for consent. */
interface KeptAct {
  readonly intent: Confirmed;
  readonly words: boolean;
}

const MINUTE = 60_000;
const numbers: Readonly<Record<Flag, number>> = { 甲方: 1, 乙方: 2 };
/** The two people of each part. */
const people = { 甲方: [zhang, wang], 乙方: [li, idOf<'User'>(14)] } as const;

export class ContractByRules {
  #flow: Flow;
  #deleted = false;
  #minute = 0;
  #intents: readonly KeptIntent[] = [];
  #consents: readonly Consent[] = [];
  #waiting: KeptAct | null = null;
  #order: OrderStatus | null = null;
  #account: Account = { initiator: 0, counterparty: 0, collections: 0 };

  constructor(scenario: Scenario) {
    this.#flow = draftOf(scenario);
    if (scenario.consent) this.#consents = [{ of: 'contract', status: 1 }];
    else this.#begin();
  }

  get #now(): Date {
    return new Date(noon.getTime() + this.#minute * MINUTE + 1);
  }

  passTime(minutes: number): void {
    this.#minute += minutes;
    const status = moveFlow(this.#flow.status, 'deadlinePasses');
    if (status === null || !isPastDeadline(this.#flow, this.#now)) return;
    this.#flow = { ...withNobodyWaiting(this.#flow), status };
    this.#settleEnd();
  }

  shown(): Shown {
    const { status, feePaid } = this.#flow;
    return {
      deleted: this.#deleted,
      status,
      feePaid,
      parties: (['甲方', '乙方'] as const).map((flag) => {
        const { psnId, signStatus } = this.#part(flag);
        return { hand: psnId === people[flag][0] ? 0 : 1, signStatus };
      }),
      consents: this.#consents.map(({ status: each }) => each),
      order: this.#order,
      paid: this.#part('乙方').payee?.paid === true,
      account: this.#account,
    };
  }

  do(command: Command): Outcome {
    const flag = 'flag' in command ? command.flag : null;
    const isApproval = ['pass', 'reject', 'withdraw', 'passOneself', 'withdrawForOther'].includes(
      command.kind,
    );
    const isOrder = command.kind === 'pay' || command.kind === 'cancelOrder';
    const byOther = flag === '乙方' || command.kind === 'order' || command.kind === 'fee';
    if (!isApproval && !isOrder && (this.#deleted || (byOther && this.#flow.status === FlowStatus.draft))) {
      return 'absent';
    }
    return this.#act(command) ?? 'ok';
  }

  #act(command: Command): Outcome | null {
    switch (command.kind) {
      case 'fill':
        return this.#fill(command.flag, command.finish);
      case 'wish':
        return this.#wish(command);
      case 'sign':
        return this.#sign(command);
      case 'refuse':
        return this.#refuse(command.flag);
      case 'transfer':
        return this.#handOver(command.flag);
      case 'change':
        return this.#handOver('乙方');
      case 'cancel':
        return this.#cancel();
      case 'send':
        return this.#send();
      case 'delete':
        return this.#delete();
      case 'pass':
        return this.#pass();
      case 'reject':
        return this.#endConsent(3);
      case 'withdraw':
        return this.#endConsent(4);
      case 'actAsOther':
      case 'cancelByOther':
      case 'passOneself':
      case 'withdrawForOther':
        // Who may act at all is decided by rules of their own, which are tested by themselves.
        return 'PERMISSION_DENIED';
      case 'order':
        return this.#makeOrder();
      case 'pay':
        return this.#pay();
      case 'cancelOrder':
        return this.#cancelOrder();
      case 'fee':
        return this.#bearFee();
    }
  }

  #part(flag: Flag): Participant {
    const found = this.#flow.participants.find(({ participantId }) => participantId === 100 + numbers[flag]);
    if (found === undefined) throw new Error(`nobody is ${flag}`);
    return found;
  }

  #replace(flag: Flag, change: Partial<Participant>): void {
    const part = this.#part(flag);
    const participants = this.#flow.participants.map((each) =>
      each === part ? { ...each, ...change } : each,
    );
    this.#flow = { ...this.#flow, participants };
  }

  #begin(): void {
    this.#flow = leaveDraft(this.#flow, noon);
    const collects = this.#flow.participants.some(({ payee }) => payee !== null);
    this.#charge({ initiator: -1, collections: collects ? -1 : 0 });
  }

  #charge(change: Partial<Account>): void {
    const { initiator, counterparty, collections } = this.#account;
    this.#account = {
      initiator: initiator + (change.initiator ?? 0),
      counterparty: counterparty + (change.counterparty ?? 0),
      collections: collections + (change.collections ?? 0),
    };
  }

  #fill(flag: Flag, finish: boolean): Outcome | null {
    const own = [this.#part(flag)];
    const commands = this.#flow.components
      .filter(
        ({ participantId, componentType }) => participantId === own[0]?.participantId && componentType === 1,
      )
      .map((each) => ({ component: each, drawn: flag }));
    const decision = decideFill(this.#flow, { own, commands, finish, now: this.#now });
    if (typeof decision === 'string') return decision;
    const status = decision.fillingEnds ? moveFlow(this.#flow.status, 'startSigning') : this.#flow.status;
    if (status === null) throw new Error('filling ended in a wrong state');
    this.#flow = {
      ...this.#flow,
      status,
      components: withValues(this.#flow.components, decision.values),
      participants: this.#flow.participants.map((each) =>
        decision.finished.includes(each) ? finishFilling(each, this.#now) : each,
      ),
    };
    return null;
  }

  #wish({ flag, channel, words }: Signing): Outcome | null {
    const part = this.#part(flag);
    if (isPastDeadline(this.#flow, this.#now)) return 'FLOW_EXPIRED';
    if (!isOpen(this.#flow.status) || isDone(part)) return 'FLOW_STATE';
    const marks = words ? marksOf(flag, true) : null;
    const { digest, attachmentIds } = digestOf(this.#terms(flag, marks));
    const scope = marks === null ? ('text' as const) : ('commands' as const);
    const until = this.#minute + 10;
    this.#intents = [...this.#intents, { psnId: part.psnId, channel, until, scope, digest, attachmentIds }];
    return null;
  }

  #terms(flag: Flag, marks: ActTerms['marks']): ActTerms {
    const { participantId } = this.#part(flag);
    return { flow: this.#flow, participantId, attachments: [], agreements: [], marks };
  }

  #sign({ flag, channel, words }: Signing): Outcome | null {
    const part = this.#part(flag);
    const refusal = refusalToSign(this.#flow, part, { now: this.#now, verified: true, fillsFirst: false });
    if (refusal !== null) return refusal;
    const terms = this.#terms(flag, marksOf(flag, words));
    const intent = this.#intents.findLast(
      (each) =>
        each.psnId === part.psnId &&
        each.channel === channel &&
        this.#minute < each.until &&
        covers(each, terms),
    );
    if (intent === undefined) return 'WISH_REQUIRED';
    this.#intents = this.#intents.filter((each) => each !== intent);
    if (flag === '甲方' && part.psnId === people.甲方[0]) {
      this.#replace(flag, { signStatus: SignStatus.awaitingApproval });
      this.#consents = [...this.#consents, { of: 'seal', status: 1 }];
      this.#waiting = { intent, words };
    } else {
      this.#signed(flag, words);
    }
    return null;
  }

  #signed(flag: Flag, words: boolean): void {
    const isLast = completes(this.#flow, this.#part(flag));
    this.#replace(flag, { signStatus: SignStatus.signed, signTime: this.#now });
    if (words) this.#flow = { ...this.#flow, components: [...this.#flow.components, remarkOf(flag)] };
    const status = isLast ? moveFlow(this.#flow.status, 'lastSignature') : this.#flow.status;
    if (status === null) throw new Error('completed in a wrong state');
    this.#flow = { ...this.#flow, status };
  }

  #refuse(flag: Flag): Outcome | null {
    if (isPastDeadline(this.#flow, this.#now)) return 'FLOW_EXPIRED';
    const status = moveFlow(this.#flow.status, 'refuse');
    if (status === null || isDone(this.#part(flag))) return 'FLOW_STATE';
    this.#flow = { ...withNobodyWaiting(this.#flow), status };
    this.#replace(flag, { signStatus: SignStatus.refused });
    this.#settleEnd();
    return null;
  }

  #handOver(flag: Flag): Outcome | null {
    const part = this.#part(flag);
    if (isPastDeadline(this.#flow, this.#now)) return 'FLOW_EXPIRED';
    if (!isOpen(this.#flow.status) || isDone(part)) return 'FLOW_STATE';
    const [first, second] = people[flag];
    const psnId = part.psnId === first ? second : first;
    const successor = {
      psnAccount: `1880000000${psnId}`,
      psnName: nameOf(psnId),
      psnId,
      isColleague: true,
      isSamePerson: false,
    };
    const waited = part.signStatus === SignStatus.awaitingApproval;
    this.#flow = withSuccessor(this.#flow, part.participantId, psnId, successor);
    this.#intents = this.#intents.filter((intent) => intent.psnId !== part.psnId);
    if (waited) this.#endOpenConsents();
    return null;
  }

  #cancel(): Outcome | null {
    if (isPastDeadline(this.#flow, this.#now)) return 'FLOW_EXPIRED';
    const status = moveFlow(this.#flow.status, 'revoke');
    if (status === null) return 'FLOW_STATE';
    const back = givesBackOnRevoke(this.#flow);
    const contracts = back.includes('contract') ? 1 : 0;
    this.#charge({
      ...(this.#flow.feePaid ? { counterparty: contracts } : { initiator: contracts }),
      collections: back.includes('collection') ? 1 : 0,
    });
    this.#flow = { ...withNobodyWaiting(this.#flow), status };
    this.#settleEnd();
    return null;
  }

  #send(): Outcome | null {
    if (this.#flow.status !== FlowStatus.draft) return 'FLOW_STATE';
    if (this.#draftIsPast()) return 'FLOW_EXPIRED';
    if (this.#consents.some(({ status }) => status === 1)) return 'FLOW_STATE';
    this.#consents = [...this.#consents, { of: 'contract', status: 1 }];
    return null;
  }

  #draftIsPast(): boolean {
    const { deadline } = this.#flow;
    return deadline !== null && deadline <= this.#now;
  }

  #delete(): Outcome | null {
    if (!isDeletable(this.#flow, this.#now)) return 'FLOW_STATE';
    this.#deleted = true;
    this.#endOpenConsents();
    return null;
  }

  #pass(): Outcome | null {
    const newest = this.#consents.at(-1);
    if (newest?.status !== 1) return 'FLOW_STATE';
    if (newest.of === 'contract') {
      if (this.#draftIsPast()) {
        this.#decide(5);
        return 'FLOW_EXPIRED';
      }
      this.#decide(2);
      this.#begin();
      return null;
    }
    this.#flow = withoutWaiting(this.#flow, this.#part('甲方').participantId);
    const facts = { now: this.#now, verified: true, fillsFirst: false };
    const kept = this.#waiting;
    if (kept === null) throw new Error('nothing waits');
    const terms = this.#terms('甲方', marksOf('甲方', kept.words));
    const refusal =
      refusalToSign(this.#flow, this.#part('甲方'), facts) ??
      (covers(kept.intent, terms) ? null : 'WISH_REQUIRED');
    this.#decide(refusal === null ? 2 : 5);
    if (refusal === null) this.#signed('甲方', kept.words);
    return refusal;
  }

  #endConsent(status: 3 | 4): Outcome | null {
    const newest = this.#consents.at(-1);
    if (newest?.status !== 1) return 'FLOW_STATE';
    this.#decide(status);
    if (newest.of === 'seal') this.#flow = withoutWaiting(this.#flow, this.#part('甲方').participantId);
    else if (status === 4) {
      const revoked = moveFlow(this.#flow.status, 'revoke');
      if (revoked === null) throw new Error('a draft cannot be revoked');
      this.#flow = { ...this.#flow, status: revoked };
    }
    return null;
  }

  #decide(status: Consent['status']): void {
    this.#consents = this.#consents.map((each, index, all) =>
      index === all.length - 1 ? { ...each, status } : each,
    );
  }

  #endOpenConsents(): void {
    this.#consents = this.#consents.map((each) => (each.status === 1 ? { ...each, status: 5 } : each));
  }

  #makeOrder(): Outcome | null {
    const due = collectionDue(this.#flow, this.#part('乙方'), this.#now);
    if (due.kind === 'refused') return due.reason;
    if (due.kind === 'code') return due.code;
    this.#order = moveOrder(0, 'providerHasIt');
    return null;
  }

  #pay(): Outcome | null {
    const status = this.#order === null ? null : moveOrder(this.#order, 'paid');
    if (status === null) return 'nothing to pay';
    this.#order = status;
    this.#setPaid(true);
    return null;
  }

  #setPaid(paid: boolean): void {
    const { payee } = this.#part('乙方');
    if (payee !== null) this.#replace('乙方', { payee: { ...payee, paid } });
  }

  #cancelOrder(): Outcome | null {
    const status = this.#order === null ? null : moveOrder(this.#order, 'closed');
    if (status === null) return this.#order === 2 ? '1110' : '1111';
    this.#order = status;
    return null;
  }

  #bearFee(): Outcome | null {
    if (this.#flow.feePaid) return null;
    const refusal = refusalToBearFee(this.#flow, this.#now);
    if (refusal !== null) return refusal;
    this.#flow = { ...this.#flow, feePaid: true };
    this.#charge({ initiator: 1, counterparty: -1 });
    return null;
  }

  /** What news of the end lead to. */
  #settleEnd(): void {
    this.#endOpenConsents();
    if (this.#order !== null) {
      this.#order = moveOrder(this.#order, 'closed') ?? moveOrder(this.#order, 'refunded') ?? this.#order;
    }
    this.#setPaid(false);
  }
}

type Signing = Extract<Command, { readonly kind: 'wish' | 'sign' }>;

const personOf = (psnId: UserId) => ({ psnId, psnName: nameOf(psnId) });
const nameOf = (psnId: number): string => `第${psnId}人`;

/** The seal of a party's area, and a remark beside it. */
function marksOf(flag: Flag, words: boolean): readonly ResolvedMark[] {
  const area = component(50 + numbers[flag], numbers[flag], { componentType: 6 });
  const { attribute } = area;
  const place = { path: '', file, seam: false, attribute, image: null, sealId: 0 as const };
  const box = { page: 1, x: 100, y: 100, width: 160, height: 160 };
  const seal = { ...place, box, area, kind: 'seal' as const, value: null };
  const remark = { ...place, box, area: null, kind: 'remark' as const, value: WORDS };
  return [
    { planned: seal, sealId: 1, pictureHash: 'a'.repeat(64) },
    ...(words ? [{ planned: remark, sealId: null, pictureHash: null }] : []),
  ];
}

const WORDS = '同意';

/** The same once it is placed. */
function remarkOf(flag: Flag): Component {
  const placed = { kind: 'remark', free: true, seal: null, picture: null, salt: null } as const;
  return component(70 + numbers[flag], numbers[flag], { componentType: 6, value: WORDS, placed });
}

function draftOf({ fills, parallel, payment, reverse, minutes, firstHand }: Scenario): Flow {
  const controls: readonly Component[] = fills.map((flag) => component(numbers[flag], numbers[flag]));
  const payee = {
    payeeId: idOf<'Payee'>(900),
    amountFen: 1000,
    paid: false,
    audited: false,
    priority: payment ?? 1,
    remark: null,
  };
  const whole = flow({
    reversePay: reverse,
    components: controls,
    participants: [
      participant(1, { fills: true, signOrder: 1, ...personOf(people.甲方[firstHand]) }),
      participant(2, {
        fills: true,
        signOrder: parallel ? 1 : 2,
        payee: payment === null ? null : payee,
        ...personOf(people.乙方[0]),
      }),
    ],
  });
  // A draft shows its parties as they will be once it is sent.
  return asDraft(
    leaveDraft(whole, noon),
    minutes === null ? null : new Date(noon.getTime() + minutes * MINUTE),
  );
}
