/** What an operator lists: enterprises, applications, members, seals, packages. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { givenSeal } from '../support/given-flow.js';
import { type BesideTheService, besideTheService, of } from './beside-the-service.js';

vi.setConfig({ testTimeout: 180_000 });

let cli: BesideTheService;
let first: Enterprise;
let second: Enterprise;

beforeAll(async () => {
  cli = await besideTheService();
  first = await givenEnterprise(cli.running, { contracts: 7 });
  second = await givenEnterprise(cli.running);
});
afterAll(() => cli.close());

interface Listed {
  readonly totalCount: number;
  readonly corps: readonly {
    readonly corpId: number;
    readonly corpName: string;
    readonly contracts: number;
  }[];
}

describe('enterprises', () => {
  test('are listed page by page, oldest first, with their balances', async () => {
    const all = await cli.told<Listed>('corp', 'list');
    expect(all).toMatchObject({
      totalCount: 2,
      corps: [{ corpId: first.corpId, contracts: 7 }, { corpId: second.corpId }],
    });
    const page = await cli.told<Listed>('corp', 'list', '--count', '1', '--page', '2');
    expect(page).toEqual({ totalCount: 2, corps: all.corps.slice(1) });
    const { out } = await cli.run('corp', 'list', '--count', '1', '--page', '3');
    expect(out).toBe('0 of 2\n');
  });

  test('are found by a part of their name', async () => {
    const [corp] = (await cli.told<Listed>('corp', 'list')).corps;
    const part = corp?.corpName.slice(1) ?? '';
    const { out } = await cli.run('corp', 'list', '--name', part);
    expect(out).toContain(`${corp?.corpId}  ${corp?.corpName}`);
    expect(await cli.told('corp', 'list', '--name', '%')).toEqual({ totalCount: 0, corps: [] });
  });
});

test('applications are listed without their secrets, disabled ones included', async () => {
  const { appId } = await cli.told<{ appId: string }>(
    ...['app', 'create', ...of(first), '--name', '人事系统', '--allow', '10.0.0.0/8'],
  );
  await cli.run('app', 'disable', ...of(first), '--app', appId);
  const told = await cli.told<object>('app', 'list', ...of(first));
  expect(told).toMatchObject({
    totalCount: 2,
    apps: [
      { appId: first.appId, status: 'enabled', allowList: [], previousSecretUntil: null },
      { appId, name: '人事系统', status: 'disabled', allowList: ['10.0.0.0/8'] },
    ],
  });
  expect(JSON.stringify(told)).not.toMatch(/hash|appSecret/i);
  const { out } = await cli.run('app', 'list', ...of(first));
  expect(out).toContain(`${appId}  人事系统  disabled, from 10.0.0.0/8\n2 of 2\n`);
});

test('members are listed with their roles', async () => {
  const { userId } = first.owner;
  expect(await cli.told('member', 'list', ...of(first))).toMatchObject({
    totalCount: 1,
    members: [{ userId, mobile: first.owner.mobile, state: 'valid', roles: ['OWNER'] }],
  });
  const { out } = await cli.run('member', 'list', ...of(first));
  expect(out).toMatch(new RegExp(`^${userId}  .*  ${first.owner.mobile}  OWNER\n1 of 1\n$`));
});

test('seals are listed with their status', async () => {
  const sealId = await givenSeal(first);
  const seal = { sealId, status: 1, isDefault: true };
  expect(await cli.told('seal', 'list', ...of(first))).toMatchObject({ totalCount: 1, seals: [seal] });
  const { out } = await cli.run('seal', 'list', ...of(first));
  expect(out).toContain('enabled, default\n1 of 1\n');
  expect(await cli.told('seal', 'list', ...of(first), '--status', 'pendingReview')).toEqual({
    totalCount: 0,
    seals: [],
  });
  await cli.refused(2, '--status must be one of', 'seal', 'list', ...of(first), '--status', 'open');
});

test('packages are listed with what is left of them', async () => {
  expect(await cli.told('package', 'list', ...of(second))).toEqual({ totalCount: 0, packages: [] });
  const sell = (count: string, expires: string) =>
    cli.run(
      'balance',
      'add',
      ...of(second),
      '--count',
      count,
      '--expires',
      expires,
      '--order',
      `PKG-${count}`,
    );
  await sell('10', '2098-12-31');
  await sell('20', '2099-12-31');
  expect(await cli.told('package', 'list', ...of(second))).toMatchObject({
    totalCount: 2,
    packages: [
      { ledger: 'contract', count: 20, remaining: 20, orderCode: 'PKG-20' },
      { ledger: 'contract', count: 10, remaining: 10, orderCode: 'PKG-10' },
    ],
  });
  const { out } = await cli.run('package', 'list', ...of(second));
  expect(out).toContain('20 of 20 contracts left, until 2099-12-31T15:59:59.999Z, order PKG-20\n');
});

test.each([['app'], ['member'], ['seal'], ['package']])(
  '%s list names an unknown enterprise',
  async (noun) => {
    const { code, errors } = await cli.run(noun, 'list', '--corp', '9007199254000000');
    expect([code, errors]).toEqual([1, expect.stringContaining('there is no enterprise')]);
    await cli.refused(2, '--corp is required', noun, 'list');
    await cli.refused(2, '--count is out of range', noun, 'list', ...of(first), '--count', '0');
  },
);
