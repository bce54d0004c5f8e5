/** A contract processed by the service's pure rules: the effects of its operations without database and documents. */

import type { PayOrderStatus } from '@cinnabar/api/enums.js';
import {
  type ApprovalEnd,
  decideApprovalEnd,
  decideConsentRequest,
} from '@cinnabar/server/areas/flows/approval/rules/approving.js';
import { decideTransfer } from '@cinnabar/server/areas/flows/change/rules/handing-over.js';
import {
  decideDeletion,
  decideExpiry,
  decideRefusal,
  decideRevocation,
  decideWithdrawal,
} from '@cinnabar/server/areas/flows/end/rules/ending.js';
import { decideFill } from '@cinnabar/server/areas/flows/fill/rules/filling.js';
import {
  type Component,
  type Flow,
  FlowStatus,
  type Participant,
  SignStatus,
} from '@cinnabar/server/areas/flows/flow/flow.js';
import { givesBackOnRevoke } from '@cinnabar/server/areas/flows/flow/rules/charging.js';
import { changeOf, type Decision } from '@cinnabar/server/areas/flows/flow/rules/decision.js';
import { isOpen, isPastDeadline } from '@cinnabar/server/areas/flows/flow/rules/states.js';
import { isDone } from '@cinnabar/server/areas/flows/flow/rules/turns.js';
import { type ActTerms, digestOf } from '@cinnabar/server/areas/flows/sign/rules/act-terms.js';
import { type Confirmed, covers } from '@cinnabar/server/areas/flows/sign/rules/intent-cover.js';
import { decideSignature } from '@cinnabar/server/areas/flows/sign/rules/signature.js';
import { refusalToSign } from '@cinnabar/server/areas/flows/sign/rules/signing.js';
import {
  decideDraft,
  decideSending,
  refusalToSend,
} from '@cinnabar/server/areas/flows/start/rules/starting.js';
import { moveOrder } from '@cinnabar/server/areas/payments/rules/order-states.js';
import { collectionDue, refusalToBearFee } from '@cinnabar/server/areas/payments/rules/paying.js';
import type { UserId } from '@cinnabar/server/operation/context.js';
import {
  actor,
  buyer,
  component,
  flow,
  idOf,
  li,
  noon,
  participant,
  wang,
  zhang,
} from '../../support/flow-model.js';
import type { Account, Channel, Command, Consent, Flag, Outcome, Scenario } from './contract-model.js';
import { marksOf, numbers, remarkOf } from './marks-by-rules.js';
import type { Shown } from './shown.js';

interface KeptIntent extends Confirmed {
  readonly psnId: number;
  readonly channel: Channel;
  readonly until: number;
}

/** An act waiting for approval. */
interface KeptAct {
  readonly intent: Confirmed;
  readonly words: boolean;
}

const MINUTE = 60_000;
/** The two people of each part. */
const people = { 甲方: [zhang, wang], 乙方: [li, idOf<'User'>(14)] } as const;

export class ContractByRules {
  #flow: Flow;
  #deleted = false;
  #minute = 0;
  #intents: readonly KeptIntent[] = [];
  #consents: readonly Consent[] = [];
  #waiting: KeptAct | null = null;
  #order: PayOrderStatus | null = null;
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
    if (this.#take(decideExpiry(this.#flow, this.#now)) === null) this.#settleEnd();
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
        // Permission to act is decided by other rules, which have tests of their own.
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

  /** Applies a decision, or returns the reason for the refusal. */
  #take(decision: Decision): Outcome | null {
    if ('refusal' in decision) return decision.refusal.reason ?? decision.refusal.code;
    this.#flow = decision.change.after;
    return null;
  }

  #mustTake(decision: Decision): void {
    const refusal = this.#take(decision);
    if (refusal !== null) throw new Error(`refused: ${refusal}`);
  }

  #replace(flag: Flag, change: Partial<Participant>): void {
    const part = this.#part(flag);
    const participants = this.#flow.participants.map((each) =>
      each === part ? { ...each, ...change } : each,
    );
    this.#flow = { ...this.#flow, participants };
  }

  #begin(): void {
    this.#mustTake(decideSending(this.#flow, { actor, added: [], now: noon, selfApproved: false }));
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
    return this.#take(decideFill(this.#flow, { actor, own, commands, finish, now: this.#now }));
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
      const { digest } = intent;
      const approvalId = idOf<'Approval'>(901);
      const request = { actor, participantId: part.participantId, approvalId, sealIds: [], digest };
      this.#mustTake(decideConsentRequest(this.#flow, request));
      this.#consents = [...this.#consents, { of: 'seal', status: 1 }];
      this.#waiting = { intent, words };
    } else {
      this.#signed(flag, words);
    }
    return null;
  }

  #signed(flag: Flag, words: boolean): void {
    const signer = this.#part(flag);
    this.#mustTake(
      decideSignature(this.#flow, {
        actor,
        now: this.#now,
        signer,
        verified: true,
        identity: null,
        serialNumber: '01',
        besideSerialNumber: null,
        marks: words ? [remarkOf(flag)] : [],
        files: this.#flow.files,
        signatures: [],
        intent: null,
        password: null,
        uncoveredAttachments: [],
        approval: null,
      }),
    );
  }

  #refuse(flag: Flag): Outcome | null {
    const command = { actor, own: [this.#part(flag)], inOwnSession: true, reason: '', now: this.#now };
    const refusal = this.#take(decideRefusal(this.#flow, command));
    if (refusal === null) this.#settleEnd();
    return refusal;
  }

  #handOver(flag: Flag): Outcome | null {
    const part = this.#part(flag);
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
    const refusal = this.#take(decideTransfer(this.#flow, { actor, now: this.#now, part, successor }));
    if (refusal !== null) return refusal;
    this.#intents = this.#intents.filter((intent) => intent.psnId !== part.psnId);
    if (waited) this.#endOpenConsents();
    return null;
  }

  #cancel(): Outcome | null {
    const back = givesBackOnRevoke(this.#flow);
    const { feePaid } = this.#flow;
    const refusal = this.#take(decideRevocation(this.#flow, { actor, reason: '', now: this.#now }));
    if (refusal !== null) return refusal;
    const contracts = back.includes('contract') ? 1 : 0;
    this.#charge({
      ...(feePaid ? { counterparty: contracts } : { initiator: contracts }),
      collections: back.includes('collection') ? 1 : 0,
    });
    this.#settleEnd();
    return null;
  }

  #send(): Outcome | null {
    const refusal = refusalToSend(this.#flow, this.#now);
    if (refusal !== null) return refusal;
    if (this.#consents.some(({ status }) => status === 1)) return 'FLOW_STATE';
    this.#consents = [...this.#consents, { of: 'contract', status: 1 }];
    return null;
  }

  #delete(): Outcome | null {
    const refusal = this.#take(decideDeletion(this.#flow, { actor, now: this.#now }));
    if (refusal !== null) return refusal;
    this.#deleted = true;
    this.#endOpenConsents();
    return null;
  }

  #pass(): Outcome | null {
    const newest = this.#consents.at(-1);
    if (newest?.status !== 1) return 'FLOW_STATE';
    if (newest.of === 'contract') {
      if (refusalToSend(this.#flow, this.#now) === 'FLOW_EXPIRED') {
        this.#decide(5);
        return 'FLOW_EXPIRED';
      }
      this.#decide(2);
      this.#begin();
      return null;
    }
    this.#mustTake(decideApprovalEnd(this.#flow, this.#endOf('seal', 2)));
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
    const end = this.#endOf(newest.of, status);
    this.#mustTake(
      status === 4
        ? decideWithdrawal(this.#flow, { ...end, actor, now: this.#now })
        : decideApprovalEnd(this.#flow, end),
    );
    return null;
  }

  #endOf(kind: Consent['of'], status: ApprovalEnd['status']): ApprovalEnd {
    const participantId = kind === 'seal' ? this.#part('甲方').participantId : null;
    const approval = {
      approvalId: idOf<'Approval'>(901),
      corpId: buyer,
      kind,
      participantId,
      status: 1 as const,
    };
    return { approval, status, reason: null, actor };
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

  /** Effects of events about the end of a flow. */
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
  const deadline = minutes === null ? null : new Date(noon.getTime() + minutes * MINUTE);
  return changeOf(decideDraft({ ...whole, deadline }, { actor })).after;
}
