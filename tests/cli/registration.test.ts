import { getSignUrl } from '@cinnabar/api/operations/flows.js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { RunningApp } from '../support/app.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { givenTemplate, startFlow, taskInfo } from '../support/given-flow.js';
import { creditCode, newcomer, type Visit, visit } from '../support/newcomer.js';
import { type BesideTheService, besideTheService } from './beside-the-service.js';

vi.setConfig({ testTimeout: 60_000 });

let cli: BesideTheService;
let running: RunningApp;
let buyer: Enterprise;

beforeAll(async () => {
  cli = await besideTheService();
  ({ running } = cli);
  buyer = await givenEnterprise(running);
});
afterAll(() => cli.close());

const run = (...args: readonly string[]) => cli.run('registration', ...args);

interface Waiting {
  readonly registrationId: number;
  readonly corpName: string;
  readonly userId: number;
}

async function waiting(): Promise<readonly Waiting[]> {
  const { code, out, errors } = await run('list', '--json');
  expect([code, errors]).toEqual([0, '']);
  return JSON.parse(out);
}

let numbers = 0;

/** A person named in a contract registers the enterprise, and its legal representative has not confirmed it. */
async function givenRegistration(): Promise<{ readonly visitor: Visit; readonly registered: Waiting }> {
  numbers += 1;
  const who = newcomer(`经办${numbers}`);
  const corpName = `等待第${numbers}号有限公司`;
  const template = await givenTemplate(buyer.owner.client, {
    parties: [{ flag: '乙方', signOrder: 1, area: true }],
  });
  const { flowId } = await startFlow(buyer.owner.client, template, {
    participantList: [
      {
        participantFlag: '乙方',
        psnAccount: who.mobile,
        psnName: who.realName,
        participantCorpName: corpName,
      },
    ],
  });
  const participantId = (await taskInfo(buyer.owner, flowId)).participantList[0]?.participantId;
  if (participantId === undefined) throw new Error(`flow ${flowId} has no part`);
  const visitor = await visit(
    running,
    who,
    await buyer.owner.client.data(getSignUrl, { flowId, participantId }),
  );
  await visitor.verify();
  const { envelope } = await visitor.post('/corp/register', {
    corpName,
    corpCode: creditCode(numbers),
    legalRepName: '钱法人',
    legalRepIdentNo: '310101197001010012',
    legalRepMobile: '13700008888',
    sealName: '公章',
  });
  expect(envelope.code).toBe('0');
  const registered = (await waiting()).find((each) => each.corpName === corpName);
  if (registered === undefined) throw new Error(`${corpName} does not wait`);
  expect(registered.userId).toBe(visitor.person.userId);
  return { visitor, registered };
}

describe('registration list', () => {
  it('lists pending registrations, or says that there are none', async () => {
    for (const { registrationId } of await waiting()) {
      await run('review', '--registration', String(registrationId), '--reject', '--reason', '整理');
    }
    expect((await run('list')).out.trim()).toBe('nothing waits');
    const { registered } = await givenRegistration();
    const { out } = await run('list');
    expect(out).toContain(
      `${registered.registrationId}  ${registered.corpName} (${creditCode(numbers)}), by user ${registered.userId}`,
    );
    expect(out).not.toContain('310101197001010012');
  });
});

describe('registration review', () => {
  const review = (registrationId: number, ...more: readonly string[]) =>
    run('review', '--registration', String(registrationId), ...more);

  it('creates the enterprise once, owned by the person who registered it', async () => {
    const { visitor, registered } = await givenRegistration();
    expect(await visitor.party()).toMatchObject({ corp: { standing: null }, nextStep: 'wait' });
    const verdict = ['--pass', '--reason', '盖章公函 2026-9', '--json'];
    const { code, out, errors } = await review(registered.registrationId, ...verdict);
    expect([code, errors]).toEqual([0, '']);
    expect(JSON.parse(out)).toEqual({ registrationId: registered.registrationId, state: 'confirmed' });
    expect(await visitor.party()).toMatchObject({ corp: { standing: 'member' }, nextStep: null });
    expect((await waiting()).map(({ corpName }) => corpName)).not.toContain(registered.corpName);
    const again = await review(registered.registrationId, ...verdict);
    expect(again.code).not.toBe(0);
    expect(again.errors).toContain(`no registration ${registered.registrationId} is pending`);
  });

  it('rejects it, and the person may register it again', async () => {
    const { visitor, registered } = await givenRegistration();
    const { code } = await review(registered.registrationId, '--reject', '--reason', '公函不符');
    expect(code).toBe(0);
    expect(await visitor.party()).toMatchObject({ nextStep: 'register' });
    const later = await review(registered.registrationId, '--pass', '--reason', '公函不符');
    expect(later.errors).toContain(`no registration ${registered.registrationId} is pending`);
  });

  it.each([
    ['no verdict', ['--reason', '公函'], 'either --pass or --reject is required'],
    ['two verdicts', ['--pass', '--reject', '--reason', '公函'], 'either --pass or --reject is required'],
    ['an empty reason', ['--pass', '--reason', ' '], '--reason: 1 to 500 characters'],
  ])('refuses %s', async (_, args, message) => {
    const { code, errors } = await review(1, ...args);
    expect(code).not.toBe(0);
    expect(errors).toContain(message);
  });
});
