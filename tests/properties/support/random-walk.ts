/** Reproducible random walks: a scenario, and at each step an act that somebody could attempt. */
import { seededRandom } from '../../support/seeded-random.js';
import {
  type Command,
  type Contract,
  channels,
  type Flag,
  flags,
  type Hand,
  type Scenario,
  step,
} from './contract-model.js';

export const STEPS = 30;
/** Time passes before these steps, so that intents and deadlines expire. */
export const TIME_PASSES_BEFORE: readonly number[] = [8, 16, 24];
export const MINUTES = 6;

export interface Walk {
  readonly scenario: Scenario;
  next(contract: Contract): Command;
}

export function walkOf(seed: number): Walk {
  const random = seededRandom(seed);
  const either = <T>(...options: readonly T[]): T => {
    const option = options[Math.floor(random() * options.length)];
    if (option === undefined) throw new Error('nothing to choose from');
    return option;
  };
  const scenario: Scenario = {
    fills: either<readonly Flag[]>([], ['甲方'], ['乙方'], ['甲方', '乙方']),
    parallel: either(true, false),
    consent: either(true, false, false),
    payment: either<null | 0 | 1>(null, null, 0, 1),
    reverse: either(true, false, false, false),
    minutes: either(null, null, 10),
    firstHand: either<Hand>(0, 0, 1),
  };
  return { scenario, next: (contract) => choose(random, contract) };
}

/** Usually a permitted act, so that walks progress; often enough a forbidden one. */
function choose(random: () => number, contract: Contract): Command {
  const possible = commandsAt(contract);
  const doable = possible.filter((command) => step(contract, command).outcome === 'ok');
  const from = random() < 0.65 && doable.length > 0 ? doable : possible;
  const weights = from.map((command) => weightOf(command, contract));
  let left = random() * weights.reduce((sum, weight) => sum + weight, 0);
  for (const [index, command] of from.entries()) {
    left -= weights[index] ?? 0;
    if (left <= 0) return command;
  }
  return from.at(-1) ?? { kind: 'cancel' };
}

/** Acts that end or reassign a contract or renew an intent are rare, otherwise few walks would progress. */
function weightOf(command: Command, { consents, intents, parties }: Contract): number {
  switch (command.kind) {
    case 'cancel':
    case 'refuse':
      return 0.1;
    case 'withdraw':
      return consents.at(-1)?.of === 'contract' ? 0.1 : 0.5;
    case 'transfer':
    case 'change':
      return 0.25;
    case 'wish': {
      const isConfirmed = intents.some(({ flag }) => flag === command.flag);
      return isConfirmed || parties[command.flag].state !== 'open' ? 0.05 : 0.5;
    }
    case 'fill':
      return 2;
    case 'sign':
      return 1;
    default:
      return 1;
  }
}

function commandsAt(contract: Contract): readonly Command[] {
  const { scenario, consents, order, status, parties } = contract;
  const commands: Command[] = [{ kind: 'cancel' }, { kind: 'send' }, { kind: 'delete' }, { kind: 'fee' }];
  for (const flag of flags) {
    // The model does not cover what others than the initiator see of a draft, except that the other party sees nothing.
    if (status === 0 && flag === '甲方' && parties.甲方.hand === 1) continue;
    if (scenario.fills.includes(flag)) {
      commands.push({ kind: 'fill', flag, finish: true }, { kind: 'fill', flag, finish: false });
    }
    for (const kind of ['refuse', 'transfer'] as const) commands.push({ kind, flag });
    for (const kind of ['wish', 'sign'] as const) {
      for (const channel of channels) {
        for (const words of [false, true]) commands.push({ kind, flag, channel, words });
      }
    }
  }
  if (status !== 0) commands.push({ kind: 'cancelByOther' }, { kind: 'actAsOther', flag: '乙方' });
  // A reassigned participant's open order is closed in the background, at a time outside this model.
  if (order !== 1) commands.push({ kind: 'change' });
  if (consents.length > 0) {
    for (const kind of ['pass', 'reject', 'withdraw', 'passOneself', 'withdrawForOther'] as const) {
      commands.push({ kind });
    }
  }
  if (scenario.payment === null) return commands;
  commands.push({ kind: 'order' });
  const hasEnded = [4, 5, 6].includes(status);
  if (order === 1 && !hasEnded) commands.push({ kind: 'pay' });
  if (order !== null && !hasEnded) commands.push({ kind: 'cancelOrder' });
  return commands;
}

/** A command in the form printed for a failed walk. */
export function nameOf(command: Command): string {
  const flag = 'flag' in command ? ` ${command.flag}` : '';
  const unfinished = 'finish' in command && !command.finish ? ' (unfinished)' : '';
  const how = 'channel' in command ? ` by ${command.channel}${command.words ? ' with words' : ''}` : '';
  return `${command.kind}${flag}${unfinished}${how}`;
}
