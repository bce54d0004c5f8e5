/**
 * A model of a contract, derived only from the tables of the decisions: statuses, turns, intents with the channel and
 * the text they were given for, approval, payment, account. Two parties: 甲方 of the initiating enterprise and 乙方 of
 * another one; both sign.
 */

export type Flag = '甲方' | '乙方';
export const flags: readonly Flag[] = ['甲方', '乙方'];

/** Each part can be held by two people; the first of 甲方 may not use the seal alone. */
export type Hand = 0 | 1;

export interface Scenario {
  /** The parties with a required control to fill; 甲方 comes first. */
  readonly fills: readonly Flag[];
  /** Whether both sign in any order; otherwise 甲方 signs first. */
  readonly parallel: boolean;
  /** Contracts of the initiating enterprise require approval before they are sent. */
  readonly consent: boolean;
  /** 乙方's payment: none, before signing (0), or at any time (1). */
  readonly payment: null | 0 | 1;
  /** The counterparty pays the contract fee. */
  readonly reverse: boolean;
  /** Minutes until the deadline; null: far in the future. */
  readonly minutes: number | null;
  readonly firstHand: Hand;
}

/** The one of two applications of their enterprise through which a person acts. */
export type Channel = 0 | 1;
export const channels: readonly Channel[] = [0, 1];

export type Command =
  | { readonly kind: 'fill'; readonly flag: Flag; readonly finish: boolean }
  | {
      readonly kind: 'wish' | 'sign';
      readonly flag: Flag;
      readonly channel: Channel;
      /** A remark is placed with the seal. */
      readonly words: boolean;
    }
  | { readonly kind: 'refuse' | 'transfer'; readonly flag: Flag }
  | { readonly kind: 'actAsOther'; readonly flag: Flag }
  | { readonly kind: 'change' | 'cancel' | 'cancelByOther' | 'send' | 'delete' }
  | { readonly kind: 'pass' | 'reject' | 'withdraw' | 'passOneself' | 'withdrawForOther' }
  | { readonly kind: 'order' | 'pay' | 'cancelOrder' | 'fee' };

/** `ok`, or the reason or code of the refusal; `absent`: as if the contract did not exist. */
export type Outcome = string;

export interface Party {
  readonly hand: Hand;
  readonly hasValue: boolean;
  readonly filled: boolean;
  readonly state: 'open' | 'waiting' | 'signed' | 'refused';
  /** Whether their act has placed a remark. */
  readonly words: boolean;
}

export interface Consent {
  readonly of: 'seal' | 'contract';
  /** 1 open, 2 passed, 3 rejected, 4 withdrawn, 5 ended. */
  readonly status: 1 | 2 | 3 | 4 | 5;
  /** For a seal: the text of the waiting act, and whether it places a remark. */
  readonly act?: { readonly text: string; readonly words: boolean };
}

interface Intent {
  readonly flag: Flag;
  readonly hand: Hand;
  readonly channel: Channel;
  readonly until: number;
  /** What it was confirmed for: values, parties and the other party's remark. */
  readonly text: string;
  /** Whether it names a remark; without one it covers none. */
  readonly words: boolean;
}

/** Changes of the accounts caused by the contract. */
export interface Account {
  readonly initiator: number;
  readonly counterparty: number;
  readonly collections: number;
}

export interface Contract {
  readonly scenario: Scenario;
  /** 0 draft, 1 fill, 2 signing, 3 completed, 4 revoked, 5 expired, 6 refused. */
  readonly status: number;
  readonly deleted: boolean;
  readonly parties: Readonly<Record<Flag, Party>>;
  readonly consents: readonly Consent[];
  readonly intents: readonly Intent[];
  /** Pay order: 1 paying, 2 success, 4 refunded, 5 cancelled; null: none. */
  readonly order: null | 1 | 2 | 4 | 5;
  readonly paid: boolean;
  readonly feePaid: boolean;
  readonly account: Account;
  /** Minutes since the start. */
  readonly minute: number;
}

export interface Step {
  readonly outcome: Outcome;
  readonly after: Contract;
}

const INTENT_MINUTES = 10;

export function begin(scenario: Scenario): Contract {
  const party = (flag: Flag): Party => ({
    hand: flag === '甲方' ? scenario.firstHand : 0,
    hasValue: false,
    filled: !scenario.fills.includes(flag),
    state: 'open',
    words: false,
  });
  const draft: Contract = {
    scenario,
    status: 0,
    deleted: false,
    parties: { 甲方: party('甲方'), 乙方: party('乙方') },
    consents: [],
    intents: [],
    order: null,
    paid: false,
    feePaid: false,
    account: { initiator: 0, counterparty: 0, collections: 0 },
    minute: 0,
  };
  return scenario.consent ? { ...draft, consents: [{ of: 'contract', status: 1 }] } : leaveDraft(draft);
}

/** Leaving the draft state costs one contract, and one collection if somebody pays. */
function leaveDraft(contract: Contract): Contract {
  const { account, scenario } = contract;
  return {
    ...contract,
    status: scenario.fills.length > 0 ? 1 : 2,
    account: {
      ...account,
      initiator: account.initiator - 1,
      collections: account.collections - (scenario.payment === null ? 0 : 1),
    },
  };
}

export function passTime(contract: Contract, minutes: number): Contract {
  const later = { ...contract, minute: contract.minute + minutes };
  const isOver = isOpen(later) && isPast(later);
  return isOver ? end(later, 5) : later;
}

const isOpen = ({ status }: Contract): boolean => status === 1 || status === 2;

function isPast({ scenario, minute }: Contract): boolean {
  return scenario.minutes !== null && minute > scenario.minutes;
}

/** An ended flow waits for nobody; payments are refunded, open orders closed. */
function end(contract: Contract, status: 4 | 5 | 6): Contract {
  const freed = mapParties(contract, (party) =>
    party.state === 'waiting' ? { ...party, state: 'open' } : party,
  );
  const { order } = contract;
  return {
    ...freed,
    status,
    consents: contract.consents.map(over),
    order: order === 1 ? 5 : order === 2 ? 4 : order,
    paid: false,
  };
}

const over = (consent: Consent): Consent => (consent.status === 1 ? { ...consent, status: 5 } : consent);

function mapParties(contract: Contract, change: (party: Party, flag: Flag) => Party): Contract {
  const { 甲方, 乙方 } = contract.parties;
  return { ...contract, parties: { 甲方: change(甲方, '甲方'), 乙方: change(乙方, '乙方') } };
}

function withParty(contract: Contract, flag: Flag, change: Partial<Party>): Contract {
  return mapParties(contract, (party, each) => (each === flag ? { ...party, ...change } : party));
}

/** What a party sees: the values, the parties, and the texts placed by the other party. */
const textFor = ({ parties }: Contract, reader: Flag): string =>
  flags
    .map((flag) => {
      const { hasValue, hand, words } = parties[flag];
      return [hasValue ? flag : '', hand, flag !== reader && words ? 'words' : ''].join(' ');
    })
    .join('|');

const somebodySigned = ({ parties }: Contract): boolean =>
  flags.some((flag) => parties[flag].state === 'signed');

/** Whether the flow does not exist for the person: deleted, or another person's draft. */
function isHidden({ deleted, status }: Contract, flag: Flag): boolean {
  return deleted || (status === 0 && flag === '乙方');
}

export function step(before: Contract, command: Command): Step {
  const after = act(before, command);
  return typeof after === 'string' ? { outcome: after, after: before } : after;
}

const ok = (after: Contract): Step => ({ outcome: 'ok', after });

function act(contract: Contract, command: Command): Step | Outcome {
  switch (command.kind) {
    case 'fill':
      return fill(contract, command.flag, command.finish);
    case 'wish':
      return wish(contract, command);
    case 'sign':
      return sign(contract, command);
    case 'refuse':
      return refuse(contract, command.flag);
    case 'transfer':
      return isHidden(contract, command.flag) ? 'absent' : handOver(contract, command.flag);
    case 'change':
      return contract.deleted ? 'absent' : handOver(contract, '乙方');
    case 'actAsOther':
    case 'cancelByOther':
      return contract.deleted || contract.status === 0 ? 'absent' : 'PERMISSION_DENIED';
    case 'cancel':
      return cancel(contract);
    case 'send':
      return send(contract);
    case 'delete':
      return remove(contract);
    case 'pass':
      return pass(contract);
    case 'reject':
    case 'withdraw':
      return endConsent(contract, command.kind);
    case 'passOneself':
    case 'withdrawForOther':
      return 'PERMISSION_DENIED';
    case 'order':
      return makeOrder(contract);
    case 'pay':
      return contract.order === 1 ? ok({ ...contract, order: 2, paid: true }) : 'nothing to pay';
    case 'cancelOrder':
      return contract.order === 1 ? ok({ ...contract, order: 5 }) : contract.order === 2 ? '1110' : '1111';
    case 'fee':
      return bearFee(contract);
  }
}

function fill(contract: Contract, flag: Flag, finish: boolean): Step | Outcome {
  if (isHidden(contract, flag)) return 'absent';
  if (contract.status === 5) return 'FLOW_EXPIRED';
  if (contract.status !== 1 || contract.parties[flag].filled) return 'FLOW_STATE';
  // A queue: 甲方 fills first.
  if (flag === '乙方' && !contract.parties.甲方.filled) return 'NOT_YOUR_TURN';
  const filled = withParty(contract, flag, { hasValue: true, filled: finish });
  const isDone = flags.every((each) => filled.parties[each].filled);
  return ok(isDone ? { ...filled, status: 2 } : filled);
}

type Signing = Extract<Command, { readonly kind: 'wish' | 'sign' }>;

function wish(contract: Contract, { flag, channel, words }: Signing): Step | Outcome {
  if (isHidden(contract, flag)) return 'absent';
  if (contract.status === 5) return 'FLOW_EXPIRED';
  const { hand, state } = contract.parties[flag];
  if (!isOpen(contract) || state === 'signed') return 'FLOW_STATE';
  const until = contract.minute + INTENT_MINUTES;
  const intent = { flag, hand, channel, until, text: textFor(contract, flag), words };
  return ok({ ...contract, intents: [...contract.intents, intent] });
}

function sign(contract: Contract, { flag, channel, words }: Signing): Step | Outcome {
  if (isHidden(contract, flag)) return 'absent';
  if (contract.status === 5) return 'FLOW_EXPIRED';
  const { hand, state } = contract.parties[flag];
  if (state === 'waiting') return 'AWAITING_APPROVAL';
  if (contract.status !== 2 || state === 'signed') return 'FLOW_STATE';
  const { parallel, payment, reverse } = contract.scenario;
  if (!parallel && flag === '乙方' && contract.parties.甲方.state !== 'signed') return 'NOT_YOUR_TURN';
  if (reverse && !contract.feePaid && flag === '乙方') return 'FEE_UNPAID';
  if (payment === 0 && !contract.paid && flag === '乙方') return 'PAYMENT_REQUIRED';
  const usable = contract.intents.filter(
    (intent) =>
      intent.flag === flag &&
      intent.hand === hand &&
      intent.channel === channel &&
      contract.minute < intent.until &&
      intent.words === words &&
      intent.text === textFor(contract, flag),
  );
  const newest = usable.at(-1);
  if (newest === undefined) return 'WISH_REQUIRED';
  const used = { ...contract, intents: contract.intents.filter((intent) => intent !== newest) };
  if (flag === '甲方' && hand === 0) {
    const asked = withParty(used, flag, { state: 'waiting' });
    const act = { text: newest.text, words };
    return ok({ ...asked, consents: [...asked.consents, { of: 'seal', status: 1, act }] });
  }
  return ok(signed(used, flag, words));
}

function signed(contract: Contract, flag: Flag, words: boolean): Contract {
  const after = withParty(contract, flag, { state: 'signed', words });
  return flags.every((each) => after.parties[each].state === 'signed') ? { ...after, status: 3 } : after;
}

function refuse(contract: Contract, flag: Flag): Step | Outcome {
  if (isHidden(contract, flag)) return 'absent';
  if (contract.status === 5) return 'FLOW_EXPIRED';
  if (!isOpen(contract) || contract.parties[flag].state === 'signed') return 'FLOW_STATE';
  return ok(withParty(end(contract, 6), flag, { state: 'refused' }));
}

/** The part passes to the other of its two people; their intent and pending approval end. */
function handOver(contract: Contract, flag: Flag): Step | Outcome {
  if (contract.status === 5) return 'FLOW_EXPIRED';
  const { hand, state } = contract.parties[flag];
  if (!isOpen(contract) || state === 'signed') return 'FLOW_STATE';
  const next: Hand = hand === 0 ? 1 : 0;
  const handed = withParty(contract, flag, { hand: next, state: 'open' });
  return ok({
    ...handed,
    intents: contract.intents.filter((intent) => intent.flag !== flag),
    consents: state === 'waiting' ? contract.consents.map(over) : contract.consents,
  });
}

function cancel(contract: Contract): Step | Outcome {
  if (contract.deleted) return 'absent';
  if (contract.status === 5) return 'FLOW_EXPIRED';
  if (![0, 1, 2].includes(contract.status)) return 'FLOW_STATE';
  return ok({ ...end(contract, 4), account: accountAfterRevoking(contract) });
}

/** Before the first signature the charge is returned to whoever bears it then; a draft was never charged. */
function accountAfterRevoking(contract: Contract): Account {
  const { account, feePaid, scenario } = contract;
  if (contract.status === 0 || somebodySigned(contract)) return account;
  return {
    initiator: account.initiator + (feePaid ? 0 : 1),
    counterparty: account.counterparty + (feePaid ? 1 : 0),
    collections: account.collections + (scenario.payment === null ? 0 : 1),
  };
}

function send(contract: Contract): Step | Outcome {
  if (contract.deleted) return 'absent';
  if (contract.status !== 0) return 'FLOW_STATE';
  if (isPast(contract)) return 'FLOW_EXPIRED';
  if (contract.consents.some(({ status }) => status === 1)) return 'FLOW_STATE';
  return ok({ ...contract, consents: [...contract.consents, { of: 'contract', status: 1 }] });
}

function remove(contract: Contract): Step | Outcome {
  if (contract.deleted) return 'absent';
  if (isOpen(contract) || contract.status === 3) return 'FLOW_STATE';
  return ok({ ...contract, deleted: true, consents: contract.consents.map(over) });
}

function decided(contract: Contract, status: Consent['status']): Contract {
  return { ...contract, consents: contract.consents.with(-1, { ...newestConsent(contract), status }) };
}

function newestConsent({ consents }: Contract): Consent {
  const newest = consents.at(-1);
  if (newest === undefined) throw new Error('nobody was asked');
  return newest;
}

function pass(contract: Contract): Step | Outcome {
  const { of, status, act: kept } = newestConsent(contract);
  if (status !== 1) return 'FLOW_STATE';
  if (of === 'seal') {
    // The waiting act was confirmed for, and shown to the approver with, another text: the approval ends.
    if (kept?.text !== textFor(contract, '甲方')) {
      const after = withParty(decided(contract, 5), '甲方', { state: 'open' });
      return { outcome: 'WISH_REQUIRED', after };
    }
    return ok(signed(decided(contract, 2), '甲方', kept.words));
  }
  // Checked again: the draft's deadline may have passed.
  if (isPast(contract)) return { outcome: 'FLOW_EXPIRED', after: decided(contract, 5) };
  return ok(leaveDraft(decided(contract, 2)));
}

function endConsent(contract: Contract, how: 'reject' | 'withdraw'): Step | Outcome {
  const { of, status } = newestConsent(contract);
  if (status !== 1) return 'FLOW_STATE';
  const after = decided(contract, how === 'reject' ? 3 : 4);
  if (of === 'seal') return ok(withParty(after, '甲方', { state: 'open' }));
  return ok(how === 'reject' ? after : end(after, 4));
}

function makeOrder(contract: Contract): Step | Outcome {
  if (isHidden(contract, '乙方')) return 'absent';
  if (contract.status === 5) return 'FLOW_EXPIRED';
  if (contract.status === 4 || contract.status === 6) return 'FLOW_STATE';
  if (contract.paid) return '1104';
  return ok({ ...contract, order: 1 });
}

function bearFee(contract: Contract): Step | Outcome {
  if (isHidden(contract, '乙方')) return 'absent';
  if (contract.feePaid) return ok(contract);
  if (contract.status === 5) return 'FLOW_EXPIRED';
  if (!contract.scenario.reverse || !isOpen(contract)) return 'FLOW_STATE';
  const { account } = contract;
  return ok({
    ...contract,
    feePaid: true,
    account: {
      ...account,
      initiator: account.initiator + 1,
      counterparty: account.counterparty - 1,
    },
  });
}

/** Status of a party in the interface: 1 filling, 2 signing, 3 signed, 4 awaiting approval, 5 refused. */
export function signStatusOf({ filled, state }: Party): number {
  if (state !== 'open') return { waiting: 4, signed: 3, refused: 5 }[state];
  return filled ? 2 : 1;
}
