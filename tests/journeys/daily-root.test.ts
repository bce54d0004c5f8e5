/** The daily root over the histories of all flows: its contents and its timestamp. */

import { TimestampError } from '@cinnabar/pki/timestamps/timestamp-error.js';
import { anchorHistories } from '@cinnabar/server/areas/flows/evidence/anchor-histories.js';
import {
  earlierRootLeaf,
  historyLeaf,
  NO_EARLIER_ROOT,
} from '@cinnabar/server/areas/flows/evidence/rules/evidence-leaves.js';
import {
  findRoot,
  leavesOf,
  newestRoot,
} from '@cinnabar/server/areas/flows/evidence/store/evidence-roots.js';
import { merkleRoot } from '@cinnabar/server/custody/merkle-tree.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { as, fillAll, givenTemplate, startFlow } from '../support/given-flow.js';

const DAY = 24 * 3_600_000;

let running: RunningApp;
let buyer: Enterprise;
let start: () => Promise<number>;

beforeAll(async () => {
  running = await startApp();
  buyer = await givenEnterprise(running);
  const supplier = await givenEnterprise(running);
  const template = await givenTemplate(buyer.owner.client);
  start = async () => {
    const participantList = [as('乙方', supplier.owner, supplier)];
    const { flowId } = await startFlow(buyer.owner.client, template, { participantList });
    await fillAll(buyer.owner, flowId, '一万元整');
    return flowId;
  };
});

afterAll(() => running.close());

/** Days beyond the reach of the service's own job while the test runs. */
function day(number: number): Date {
  return new Date(running.app.services.clock.now().getTime() + number * DAY);
}

describe('the daily root', () => {
  it('covers every history that has grown, and the previous root', async () => {
    const { db } = running.app.database;
    const { services } = running.app;
    const first = await start();
    await anchorHistories(db, services, day(1));
    const before = await newestRoot(db);
    const second = await start();
    await anchorHistories(db, services, day(2));
    const after = await newestRoot(db);
    if (before === null || after === null) throw new Error('no root was made');
    expect((await leavesOf(db, before.number)).map(({ flowId }) => flowId)).toContain(first);
    const histories = await leavesOf(db, after.number);
    expect(histories.map(({ flowId }) => flowId)).toEqual([second]);
    expect(after.number).toBe(before.number + 1);
    const root = merkleRoot([earlierRootLeaf(before), ...histories.map(historyLeaf)]);
    expect(after.root).toBe(Buffer.from(root).toString('hex'));
    expect(after.timestampTime).not.toBeNull();
  });

  it('begins without a previous root', async () => {
    const { db } = running.app.database;
    const first = await findRoot(db, 1);
    const root = merkleRoot([earlierRootLeaf(NO_EARLIER_ROOT), ...(await leavesOf(db, 1)).map(historyLeaf)]);
    expect(first?.root).toBe(Buffer.from(root).toString('hex'));
  });

  it('is created once a day, and only for later days', async () => {
    const { db } = running.app.database;
    const { services } = running.app;
    const before = await newestRoot(db);
    await start();
    await anchorHistories(db, services, day(2));
    await anchorHistories(db, services, day(1));
    expect(await newestRoot(db)).toEqual(before);
  });

  it('is timestamped by a later run if no authority responded', async () => {
    const { db } = running.app.database;
    const { services } = running.app;
    const away = {
      expectedLength: 0,
      stamp: () => Promise.reject(new TimestampError('UNREACHABLE', 'nobody is there')),
    };
    await anchorHistories(db, { timestamps: away }, day(3));
    const waiting = await newestRoot(db);
    expect([waiting?.token, waiting?.timestampTime]).toEqual([null, null]);
    await anchorHistories(db, services, day(3));
    const stamped = await newestRoot(db);
    expect([stamped?.number, stamped?.root]).toEqual([waiting?.number, waiting?.root]);
    expect(stamped?.token?.length).toBeGreaterThan(100);
  });
});
