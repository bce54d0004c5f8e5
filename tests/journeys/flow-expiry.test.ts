import { getAccessToken } from '@cinnabar/api/operations/credentials.js';
import {
  contractCancel,
  contractList,
  fillSignForm,
  signContract,
  signWish,
} from '@cinnabar/api/operations/flows.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { inconsistencies, readStoredFlow } from '../support/flow-consistency.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import {
  as,
  confirmByPassword,
  type FlowId,
  fillAll,
  type GivenTemplate,
  givenSeal,
  givenTemplate,
  sealEverything,
  sign,
  startFlow,
  taskInfo,
} from '../support/given-flow.js';

const HOUR = 3600;
const DAY = 24 * HOUR;

let app: RunningApp;
const errors: string[] = [];
let buyer: Enterprise;
let seller: Enterprise;
let filled: GivenTemplate;
let signedOnly: GivenTemplate;

beforeAll(async () => {
  const logTo = { write: (line: string) => void errors.push(line) };
  // Between two sweeps the test sets the clock of one instance.
  app = await startApp({ logTo, settings: { LOG_LEVEL: 'error' }, instances: 1 });
  buyer = await givenEnterprise(app, { contracts: 1000 });
  seller = await givenEnterprise(app);
  await givenSeal(buyer);
  await givenSeal(seller);
  filled = await givenTemplate(buyer.owner.client);
  signedOnly = await givenTemplate(buyer.owner.client, {
    parties: [
      { flag: '甲方', mode: 3, signOrder: 1, area: true },
      { flag: '乙方', mode: 0, signOrder: 1, area: true },
    ],
  });
});
afterAll(() => app.close());

/** Tokens live two hours, much less than flows. */
async function afresh(enterprise: Enterprise, person: Person): Promise<Person> {
  const { appId, appSecret } = enterprise;
  const { accessToken } = await app.client.data(getAccessToken, { appId, appSecret });
  return { ...person, client: person.client.with({ accessToken }) };
}

async function flowOf(template: GivenTemplate, change: object = {}): Promise<FlowId> {
  const [flowId] = await flowsOf(1, template, change);
  if (flowId === undefined) throw new Error('no flow was started');
  return flowId;
}

async function flowsOf(count: number, template: GivenTemplate, change: object): Promise<readonly FlowId[]> {
  const { client } = await afresh(buyer, buyer.owner);
  const participantList = [as('乙方', seller.owner, seller)];
  const started = await Promise.all(
    Array.from({ length: count }, () => startFlow(client, template, { participantList, ...change })),
  );
  return started.map(({ flowId }) => flowId);
}

/** The service's time in this many seconds. */
function later(seconds: number): string {
  const { clock } = app.app.services;
  return new Date(clock.now().getTime() + seconds * 1000).toISOString();
}

/** Moves only the clock, as between two sweeps: nothing that fell due has run yet. */
async function passWithoutSweep<T>(seconds: number, meanwhile: () => Promise<T>): Promise<T> {
  const { clock } = app.app.services;
  const now = clock.now.bind(clock);
  clock.now = () => new Date(now().getTime() + seconds * 1000);
  try {
    return await meanwhile();
  } finally {
    clock.now = now;
  }
}

async function answer(person: Person, operation: { readonly path: string }, body: unknown) {
  const { status, envelope } = await person.client.post(operation.path, body);
  return [status, envelope.reason ?? envelope.code];
}

const EXPIRED = [403, 'FLOW_EXPIRED'];

describe('a flow past its deadline', () => {
  test('refuses every act even before a sweep, and has status 5 after it', async () => {
    const flowId = await flowOf(signedOnly, { expireDate: later(HOUR) });
    await sign(await afresh(seller, seller.owner), flowId);
    const owner = await afresh(buyer, buyer.owner);
    await confirmByPassword(owner, flowId);
    const signComponents = await sealEverything(owner, flowId);
    const before = await readStoredFlow(app.app.database.db, flowId);

    await passWithoutSweep(HOUR + 1, async () => {
      const wish = { flowId, authType: 'pwd', signPwd: owner.signPwd };
      expect(await answer(owner, signContract, { flowId, signComponents })).toEqual(EXPIRED);
      expect(await answer(owner, signWish, wish)).toEqual(EXPIRED);
      expect(await answer(owner, contractCancel, { flowId })).toEqual(EXPIRED);
    });
    expect(await readStoredFlow(app.app.database.db, flowId)).toEqual(before);

    await app.advance(HOUR + 1);
    expect(await taskInfo(owner, flowId)).toMatchObject({ flowStatus: 5, operateStatus: 0 });
    expect(await answer(owner, signContract, { flowId, signComponents })).toEqual(EXPIRED);
    expect(await answer(owner, contractCancel, { flowId })).toEqual(EXPIRED);
    const { db } = app.app.database;
    expect(await inconsistencies(db, flowId)).toEqual([]);
    const stored = await readStoredFlow(db, flowId);
    expect(stored.kinds.at(-1)).toBe('expired');
    expect(stored.news.at(-1)?.topic).toBe('flow.expired');
    // Expiry returns no charge.
    expect(stored.charges).toEqual([{ record_type: 'signContract', count: -1 }]);
    const { envelope } = await owner.client.call(contractList, { flowStatus: 5 });
    expect(envelope.data.map((item) => item.flowId)).toContain(flowId);
  });

  test('cannot be filled, and expires from status 1 too', async () => {
    const flowId = await flowOf(filled, { expireDate: later(HOUR) });
    const owner = await afresh(buyer, buyer.owner);
    await passWithoutSweep(HOUR + 1, async () => {
      expect(await answer(owner, fillSignForm, { flowId, components: [] })).toEqual(EXPIRED);
    });
    expect(await taskInfo(owner, flowId)).toMatchObject({ flowStatus: 1 });
    await app.advance(HOUR + 1);
    expect(await taskInfo(owner, flowId)).toMatchObject({ flowStatus: 5 });
  });

  test('expires after 90 days if its start named no deadline', async () => {
    const flowId = await flowOf(signedOnly);
    await app.advance(90 * DAY - 60);
    expect(await taskInfo(await afresh(buyer, buyer.owner), flowId)).toMatchObject({ flowStatus: 2 });
    await app.advance(61);
    expect(await taskInfo(await afresh(buyer, buyer.owner), flowId)).toMatchObject({ flowStatus: 5 });
  });

  test('expires only if it is not completed', async () => {
    const flowId = await flowOf(signedOnly, { expireDate: later(HOUR) });
    await sign(await afresh(buyer, buyer.owner), flowId);
    await sign(await afresh(seller, seller.owner), flowId);
    await app.advance(2 * HOUR);
    expect(await taskInfo(await afresh(buyer, buyer.owner), flowId)).toMatchObject({ flowStatus: 3 });
  });

  test('a hundred and one flows at once all expire with one move of the clock', async () => {
    const { db } = app.app.database;
    const flowIds: FlowId[] = [];
    // Not all in parallel, because the queue of a document worker is bounded.
    for (let count = 0; count < 101; count += 10) {
      const expireDate = later(HOUR);
      flowIds.push(...(await flowsOf(Math.min(10, 101 - count), signedOnly, { expireDate })));
    }
    await app.advance(HOUR + 5);
    const expired = await db
      .selectFrom('flows')
      .select('flow_id')
      .where('flow_id', 'in', flowIds)
      .where('status', '=', 5)
      .execute();
    expect(expired).toHaveLength(flowIds.length);
  });

  test('that cannot be ended does not block others, is logged, and ends once that is possible', async () => {
    const { pool } = app.app.database;
    const stuck = await flowOf(signedOnly, { expireDate: later(HOUR) });
    const behind = await flowOf(signedOnly, { expireDate: later(HOUR + 1) });
    await pool.query(
      `create function refuse_change() returns trigger language plpgsql as $$
       begin raise exception 'this row stays as it is'; end $$`,
    );
    await pool.query(
      `create trigger stuck before update on flows for each row when (old.flow_id = ${stuck})
       execute function refuse_change()`,
    );
    await app.advance(HOUR + 5);
    const owner = await afresh(buyer, buyer.owner);
    expect(await taskInfo(owner, stuck)).toMatchObject({ flowStatus: 2 });
    expect(await taskInfo(owner, behind)).toMatchObject({ flowStatus: 5 });
    expect(errors.join('')).toContain(`flow ${stuck} cannot expire: this row stays as it is`);

    await pool.query('drop trigger stuck on flows');
    await app.advance(60);
    expect(await taskInfo(owner, stuck)).toMatchObject({ flowStatus: 5 });
  });
});

describe('by the sandbox clock', () => {
  test('a token is valid for two hours', async () => {
    const owner = await afresh(buyer, buyer.owner);
    await app.advance(2 * HOUR - 60);
    expect(await answer(owner, contractList, {})).toEqual([200, '200']);
    await app.advance(61);
    expect(await answer(owner, contractList, {})).toEqual([401, 'TOKEN_INVALID']);
  });

  test.each([
    ['after four minutes proves an intent', 240, [200, '0']],
    ['after five minutes proves nothing', 301, [200, 'CODE_ENDED']],
  ])('a code %s', async (_, seconds, expected) => {
    const flowId = await flowOf(signedOnly);
    await app.advance(61);
    const owner = await afresh(buyer, buyer.owner);
    const sent = await owner.client.post('/sms/sendSmsVerifyCode', { mobile: owner.mobile, smsType: 'sign' });
    expect(sent.envelope.code).toBe('200');
    const verifyCode = await app.newestCode(owner.mobile);
    await app.advance(seconds);
    expect(await answer(owner, signWish, { flowId, authType: 'sms', verifyCode })).toEqual(expected);
  });

  test('autoFill 1 has filled before POST /sandbox/clock responds', async () => {
    const flowId = await flowOf(filled, {
      autoFill: 1,
      fillComponents: [{ componentKey: 'amount', componentValue: '一万元整' }],
    });
    await app.advance(1);
    const other = await afresh(seller, seller.owner);
    expect(await taskInfo(other, flowId)).toMatchObject({ flowStatus: 1, operateStatus: 1 });
    expect(await fillAll(other, flowId, '上海市')).toBe(2);
  });
});
