/**
 * Expiring packages, compared with a model that stores every single contract with its expiry. FAULT_SEED repeats a run.
 */
import { addPackage, charge, EMPTY_LEDGER, findBalances } from '@cinnabar/server/areas/enterprise/index.js';
import { enterpriseJobs } from '@cinnabar/server/areas/enterprise/jobs.js';
import { transact } from '@cinnabar/server/database/transact.js';
import type { CorpId } from '@cinnabar/server/operation/context.js';
import { Refusal } from '@cinnabar/server/operation/refusal.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ledgerProblems } from '../support/flow-consistency.js';
import { minutesAfterNoon, type OpenAreas, openAreas } from '../support/open-areas.js';
import { chooseSeed } from '../support/seeded-random.js';
import { RandomChoice } from './support/random-choice.js';

const WALKS = 6;
const STEPS = 60;
const FOREVER = Number.POSITIVE_INFINITY;
const seed = chooseSeed();
const random = new RandomChoice(seed);
let areas: OpenAreas;

beforeAll(async () => {
  console.log(`ledger packages: FAULT_SEED=${seed}`);
  areas = await openAreas();
});
afterAll(() => areas.close());

/** Single contracts, each with the minute at which it expires. */
class Model {
  units: number[];
  readonly taken = new Map<number, number>();
  lost = 0;

  constructor(opening: number) {
    this.units = Array<number>(opening).fill(FOREVER);
  }

  endUntil(minute: number): void {
    const left = this.units.filter((end) => end > minute);
    this.lost += this.units.length - left.length;
    this.units = left;
  }

  /** @returns when the drawn contract would have expired; null: none is left */
  take(minute: number): number | null {
    const usable = this.units.filter((end) => end > minute);
    if (usable.length === 0) return null;
    this.endUntil(minute);
    const first = Math.min(...this.units);
    this.units.splice(this.units.indexOf(first), 1);
    return first;
  }

  giveBack(end: number, minute: number): void {
    if (end > minute) this.units.push(end);
    else this.lost += 1;
  }
}

interface Walk {
  readonly corpId: CorpId;
  readonly model: Model;
  minute: number;
  flows: number;
}

function entry(walk: Walk, recordType: 'signContract' | 'signCancel' | 'orderBuy', count: number) {
  const now = minutesAfterNoon(walk.minute);
  return { corpId: walk.corpId, ledger: 'contract', recordType, count, remark: null, now } as const;
}

function flowOf(number: number) {
  const signFlowId = number as NonNullable<Parameters<typeof charge>[2]['flow']>['signFlowId'];
  return { signFlowId, signFlowCode: String(number), signFlowName: '合同', initPsnName: '张三' };
}

async function start(walk: Walk): Promise<void> {
  walk.flows += 1;
  const flow = walk.flows;
  const { ids } = areas.services;
  const end = walk.model.take(walk.minute);
  const charged = transact(areas.db, (tx) =>
    charge(tx, ids, { ...entry(walk, 'signContract', -1), flow: flowOf(flow) }),
  );
  if (end === null) {
    await expect(charged).rejects.toMatchObject({ reason: EMPTY_LEDGER.contract });
    await expect(charged).rejects.toBeInstanceOf(Refusal);
    return;
  }
  await charged;
  walk.model.taken.set(flow, end);
}

async function revoke(walk: Walk): Promise<void> {
  const flows = [...walk.model.taken.keys()];
  if (flows.length === 0) return;
  const flow = random.of(flows);
  walk.model.giveBack(walk.model.taken.get(flow) ?? FOREVER, walk.minute);
  walk.model.taken.delete(flow);
  await transact(areas.db, (tx) =>
    charge(tx, areas.services.ids, { ...entry(walk, 'signCancel', 1), flow: flowOf(flow) }),
  );
}

async function buy(walk: Walk): Promise<void> {
  const count = 1 + random.below(5);
  const end = walk.minute + 1 + random.below(30);
  walk.model.units.push(...Array<number>(count).fill(end));
  const bought = entry(walk, 'orderBuy', count);
  await transact(areas.db, (tx) => addPackage(tx, areas.services.ids, bought, minutesAfterNoon(end)));
}

async function sweep(walk: Walk): Promise<void> {
  walk.model.endUntil(walk.minute);
  const silent = () => undefined;
  const [job] = enterpriseJobs(areas, { error: silent, warn: silent, info: silent });
  const { signal } = new AbortController();
  await job?.run({}, { now: minutesAfterNoon(walk.minute), attempt: 1, signal });
}

async function lostBy(corpId: CorpId): Promise<number> {
  const rows = await areas.db
    .selectFrom('ledger_entries')
    .select('count')
    .where('corp_id', '=', corpId)
    .where('record_type', '=', 'orderExpire')
    .execute();
  return rows.reduce((sum, { count }) => sum - count, 0);
}

const acts = { start, revoke, buy, sweep } as const;
const KINDS = ['start', 'start', 'start', 'start', 'revoke', 'revoke', 'buy', 'sweep'] as const;

test('in any sequence of purchases, deductions, returns and expiries no contract outlives its package, and none is lost earlier', async () => {
  for (let number = 1; number <= WALKS; number += 1) {
    const opening = random.below(6);
    const corpId = await areas.foundCorp(`漫步${number}有限公司`, { contracts: opening, collections: 0 });
    const walk: Walk = { corpId, model: new Model(opening), minute: 0, flows: 0 };
    for (let step = 0; step < STEPS; step += 1) {
      walk.minute += random.below(4);
      const kind = random.of(KINDS);
      await acts[kind](walk);
      const label = `walk ${number}, step ${step}: ${kind}, FAULT_SEED=${seed}`;
      expect(await findBalances(areas.db, corpId), label).toEqual({
        contract: walk.model.units.length,
        collection: 0,
      });
      expect(await lostBy(corpId), label).toBe(walk.model.lost);
    }
    expect(await ledgerProblems(areas.db), `FAULT_SEED=${seed}`).toEqual([]);
  }
});
