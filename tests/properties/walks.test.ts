/**
 * Random walks over contracts with filling, approval, payment and signing agree with a model independent of the
 * service: all of them by its pure rules, some of them over HTTP. FAULT_SEED repeats a run; a disagreeing walk is
 * printed step by step. WALKS is the number of walks over HTTP.
 */
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { ledgerProblems } from '../support/flow-consistency.js';
import { chooseSeed } from '../support/seeded-random.js';
import { ContractByHttp, givenWalkingWorld, type WalkingWorld } from './support/by-http.js';
import { ContractByRules } from './support/by-rules.js';
import { begin, type Contract, passTime, step } from './support/contract-model.js';
import { MINUTES, nameOf, STEPS, TIME_PASSES_BEFORE, type Walk, walkOf } from './support/random-walk.js';
import { type Shown, shownBy } from './support/shown.js';

const seed = chooseSeed();
const WALKS = Number(process.env['WALKS'] ?? 12);
/** Number of concurrent walks. */
const ABREAST = 8;
console.info(`walks: FAULT_SEED=${seed}`);

test('2000 walks of 30 steps with the pure rules', { timeout: 180_000 }, () => {
  const visited = new Set<number>();
  for (let number = 0; number < 2000; number += 1) {
    const walk = walkOf(seed + number);
    const rules = new ContractByRules(walk.scenario);
    let contract = begin(walk.scenario);
    const path: string[] = [JSON.stringify(walk.scenario)];
    for (let index = 0; index < STEPS; index += 1) {
      if (TIME_PASSES_BEFORE.includes(index)) {
        contract = passTime(contract, MINUTES);
        rules.passTime(MINUTES);
        path.push('time passes');
      }
      const command = walk.next(contract);
      const { outcome, after } = step(contract, command);
      path.push(`${nameOf(command)}: ${outcome}`);
      agree(seed + number, path, rules.do(command), outcome);
      contract = after;
      agree(seed + number, path, rules.shown(), shownBy(contract));
      visited.add(contract.status);
    }
  }
  // All parts of the model are reached.
  expect([...visited].toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6]);
});

/** Compares a short form first, which is nearly always equal, and reports the full state if it is not. */
function agree(number: number, path: readonly string[], found: unknown, expected: unknown): void {
  if (isDeepStrictEqual(found, expected)) return;
  expect({ number, path, found }).toEqual({ number, path, found: expected });
}

/** A walk over HTTP, and the state expected by the model. */
interface Walker {
  readonly number: number;
  readonly walk: Walk;
  readonly kept: ContractByHttp;
  readonly path: string[];
  contract: Contract;
}

describe(`${WALKS} of the walks over HTTP`, () => {
  let app: RunningApp;
  let world: WalkingWorld;

  beforeAll(async () => {
    app = await startApp({ settings: { DOCUMENT_THREADS: '2' } });
    world = await givenWalkingWorld(app);
  });
  afterAll(() => app.close());

  async function setOut(number: number): Promise<Walker> {
    const walk = walkOf(seed + number);
    const kept = await ContractByHttp.begin(world, walk.scenario);
    const path = [JSON.stringify(walk.scenario)];
    return { number: seed + number, walk, kept, path, contract: begin(walk.scenario) };
  }

  async function go(walker: Walker): Promise<void> {
    const command = walker.walk.next(walker.contract);
    const { outcome, after } = step(walker.contract, command);
    const { number, path, kept } = walker;
    path.push(`${nameOf(command)}: ${outcome}`);
    agree(number, path, await kept.do(command), outcome);
    if (walker.contract !== after) await compare(walker, after, settledLater);
    walker.contract = after;
  }

  async function compare({ number, path, kept }: Walker, contract: Contract, look: (shown: Shown) => Shown) {
    agree(number, path, look(await kept.shown()), look(shownBy(contract)));
  }

  test('step by step', { timeout: 600_000 }, async () => {
    const walkers = await abreast(
      Array.from({ length: WALKS }, (_, number) => number),
      setOut,
    );
    const legs = [0, ...TIME_PASSES_BEFORE, STEPS];
    for (const [leg, first] of legs.slice(0, -1).entries()) {
      if (leg > 0) {
        await app.advance(MINUTES * 60);
        for (const walker of walkers) {
          walker.contract = passTime(walker.contract, MINUTES);
          walker.path.push('time passes');
        }
      }
      await abreast(walkers, async (walker) => {
        for (let index = first; index < (legs[leg + 1] ?? STEPS); index += 1) await go(walker);
      });
    }
    await app.advance(0);
    // With nothing in progress any more, everything matches the model, payments included.
    await abreast(walkers, (walker) => compare(walker, walker.contract, (shown) => shown));
    expect(await ledgerProblems(app.app.database.db)).toEqual([]);
  });
});

/** Orders of an ended contract are closed or refunded in the background. */
function settledLater(shown: Shown): Shown {
  return [4, 5, 6].includes(shown.status) ? { ...shown, order: null, paid: false } : shown;
}

async function abreast<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<readonly R[]> {
  const results = new Map<number, R>();
  const queue = items.entries();
  const take = async (): Promise<void> => {
    for (const [index, item] of queue) results.set(index, await work(item));
  };
  await Promise.all(Array.from({ length: ABREAST }, take));
  return [...results.entries()].toSorted(([left], [right]) => left - right).map(([, result]) => result);
}
