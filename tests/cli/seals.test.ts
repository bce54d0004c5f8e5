import { auditList } from '@cinnabar/api/operations/audit.js';
import { addSealAuthor, getSealAuthorList, getSealInfo } from '@cinnabar/api/operations/seals.js';
import type { SealId } from '@cinnabar/api/schemas/seal.js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { RunningApp } from '../support/app.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { givenSeal, givenTemplate } from '../support/given-flow.js';
import { waitingSeal } from '../support/waiting-seal.js';
import { type BesideTheService, besideTheService } from './beside-the-service.js';

// Every test starts several processes.
vi.setConfig({ testTimeout: 180_000 });

let cli: BesideTheService;
let running: RunningApp;
let enterprise: Enterprise;

beforeAll(async () => {
  cli = await besideTheService({ SEAL_REVIEW: 'true' });
  ({ running } = cli);
  enterprise = await givenEnterprise(running);
});
afterAll(() => cli.close());

const run = (...args: readonly string[]) => cli.run('seal', ...args);
const of = (sealId: number, corpId: number = enterprise.corpId) => [
  ...['--corp', String(corpId)],
  ...['--seal', String(sealId)],
];
const statusOf = async (sealId: SealId, { owner } = enterprise) => {
  const { status, defaultFlag } = await owner.client.data(getSealInfo, { sealId });
  return [status, defaultFlag];
};

const stopOf = async (sealId: SealId, { owner } = enterprise) =>
  (await owner.client.data(getSealInfo, { sealId })).stop;

describe('seal review', () => {
  it('approves a seal once, which becomes the default if there is none', async () => {
    const fresh = await givenEnterprise(running);
    const sealId = await waitingSeal(fresh, '待审章');
    expect(await statusOf(sealId, fresh)).toEqual([2, 0]);
    const { code, out, errors } = await run('review', ...of(sealId, fresh.corpId), '--pass', '--json');
    expect([code, errors]).toEqual([0, '']);
    expect(JSON.parse(out)).toEqual({ corpId: fresh.corpId, sealId, sealName: '待审章', status: 1 });
    expect(await statusOf(sealId, fresh)).toEqual([1, 1]);
    const again = await run('review', ...of(sealId, fresh.corpId), '--reject');
    expect([again.code, again.out]).toEqual([1, '']);
    expect(again.errors).toContain('is enabled: nothing was changed');
    const second = await waitingSeal(fresh, '第二枚');
    await run('review', ...of(second, fresh.corpId), '--pass');
    expect(await statusOf(second, fresh)).toEqual([1, 0]);
  });

  it('rejects a seal permanently', async () => {
    const sealId = await waitingSeal(enterprise, '不合格章');
    const reason = ['--reason', '名称与登记不符'] as const;
    expect((await run('review', ...of(sealId), '--pass', ...reason)).errors).toContain('only with --reject');
    expect((await run('review', ...of(sealId), '--reject', '--reason', ' ')).errors).toContain(
      '--reason: 1 to',
    );
    const { code, out } = await run('review', ...of(sealId), '--reject', ...reason);
    expect(await stopOf(sealId)).toMatchObject({ reason: '名称与登记不符' });
    expect([code, out]).toEqual([0, `seal ${sealId} (不合格章) is rejected now\n`]);
    expect(await statusOf(sealId)).toEqual([3, 0]);
    for (const args of [['review', '--pass'], ['resume'], ['suspend']]) {
      expect((await run(...args, ...of(sealId))).code).toBe(1);
    }
    expect(await statusOf(sealId)).toEqual([3, 0]);
  });
});

describe('seal suspend and resume', () => {
  it('suspends and resumes a seal; a default seal remains the default', async () => {
    const fresh = await givenEnterprise(running);
    const sealId = await givenSeal(fresh, '甲章');
    await givenSeal(fresh, '乙章');
    expect((await run('suspend', ...of(sealId, fresh.corpId), '--reason', '涉嫌冒用')).code).toBe(0);
    expect(await statusOf(sealId, fresh)).toEqual([4, 1]);
    expect(await stopOf(sealId, fresh)).toMatchObject({ reason: '涉嫌冒用' });
    const [entry] = await fresh.owner.client.data(auditList, { act: 'seal.status' });
    expect(entry?.texts).toEqual([{ field: 'reason', value: '涉嫌冒用' }]);
    expect((await run('suspend', ...of(sealId, fresh.corpId))).code).toBe(1);
    expect((await run('resume', ...of(sealId, fresh.corpId))).code).toBe(0);
    expect(await statusOf(sealId, fresh)).toEqual([1, 1]);
  });

  it('applies to seals of the named enterprise only', async () => {
    const sealId = await givenSeal(enterprise, '本企业章');
    const stranger = await givenEnterprise(running);
    const { code, errors } = await run('suspend', ...of(sealId, stranger.corpId));
    expect([code, errors]).toEqual([
      1,
      `cinnabar seal suspend: enterprise ${stranger.corpId} has no seal ${sealId}\n`,
    ]);
    expect((await statusOf(sealId))[0]).toBe(1);
  });
});

describe('seal auto', () => {
  it('switches automatic placement on and off for an authorisation', async () => {
    const { owner, corpId } = enterprise;
    const sealId = await givenSeal(enterprise, '自动章');
    await owner.client.data(addSealAuthor, {
      sealId,
      authorMemberRange: 1,
      userIdList: [{ userId: owner.userId }],
      authorRole: 'SEAL_USER',
      authorRange: 1,
      templatesList: [{ templateId: (await givenTemplate(owner.client)).templateId }],
    });
    const record = async () => (await owner.client.data(getSealAuthorList, { sealId }))[0];
    const author = String((await record())?.id);
    const on = await run('auto', '--author', author, 'on', '--json');
    expect([on.code, on.errors]).toEqual([0, '']);
    expect(JSON.parse(on.out)).toEqual({
      id: Number(author),
      corpId,
      sealId,
      userId: owner.userId,
      autoSign: 1,
    });
    expect((await record())?.autoSign).toBe(1);
    const off = await run('auto', 'off', '--author', author);
    expect(off.out).toContain('is not placed automatically');
    expect((await record())?.autoSign).toBe(0);
    const unknown = await run('auto', 'on', '--author', '999999999');
    expect([unknown.code, unknown.out]).toEqual([1, '']);
    expect(unknown.errors).toContain('authorisation 999999999 does not exist or has ended');
  });

  it('refuses a record for all contracts', async () => {
    const { owner } = enterprise;
    const sealId = await givenSeal(enterprise, '通用章');
    await owner.client.data(addSealAuthor, {
      sealId,
      authorMemberRange: 1,
      userIdList: [{ userId: owner.userId }],
      authorRole: 'SEAL_USER',
      authorRange: 0,
    });
    const [record] = await owner.client.data(getSealAuthorList, { sealId });
    const ran = await run('auto', 'on', '--author', String(record?.id));
    expect([ran.code, ran.out]).toEqual([1, '']);
    expect(ran.errors).toContain('is for all contracts');
  });
});
