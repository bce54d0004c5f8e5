/** Operators of the platform and their duties, by the command line. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { authenticatorCode } from '../support/authenticator.js';
import { consoleOf, newBrowser } from '../support/console-login.js';
import { givenEnterprise } from '../support/given-enterprise.js';
import { PASSWORD } from '../support/new-service.js';
import { auditOf, PLATFORM_LOG_IN } from '../support/operated-service.js';
import { type BesideTheService, besideTheService, of } from './beside-the-service.js';

vi.setConfig({ testTimeout: 60_000 });

interface Listed {
  readonly userId: number;
  readonly name: string;
  readonly mobile: string;
  readonly duties: readonly string[];
}

let cli: BesideTheService;
/** Of the authenticator app of an operator. */
let secret = '';

beforeAll(async () => {
  cli = await besideTheService();
});
afterAll(() => cli.close());

const listed = () => cli.told<readonly Listed[]>('operator', 'list');
const add = (mobile: string, name: string, ...more: readonly string[]) =>
  cli.told<Listed>('operator', 'add', '--mobile', mobile, '--name', name, ...more);

test('operators are added with duties, get others, and go, except the last one', async () => {
  const first = await add('13900002001', '周岚');
  expect(await listed()).toMatchObject([
    { userId: first.userId, name: '周岚', mobile: '13900002001', duties: ['system', 'security', 'audit'] },
  ]);
  const second = await add('13900002002', '吴谦', '--duties', 'audit,security');
  expect((await listed())[1]).toMatchObject({ name: '吴谦', duties: ['security', 'audit'] });
  const again = ['operator', 'add', '--mobile', '13900002002', '--name', '吴谦'];
  await cli.refused(1, 'is an operator already', ...again);

  const ofFirst = ['--user', String(first.userId)];
  await cli.told('operator', 'set', ...ofFirst, '--duties', 'system');
  await cli.told('operator', 'set', '--user', String(second.userId), '--duties', 'security');
  expect((await listed()).map(({ duties }) => duties)).toEqual([['system'], ['security']]);
  await cli.refused(
    2,
    'one or more of system, security, audit',
    'operator',
    'set',
    ...ofFirst,
    '--duties',
    'root',
  );
  await cli.refused(1, 'there is no operator 999', 'operator', 'set', '--user', '999', '--duties', 'audit');

  await cli.told('operator', 'remove', '--user', String(second.userId));
  await cli.refused(1, 'this is the last operator', 'operator', 'remove', ...ofFirst);
  await cli.refused(1, 'there is no operator', 'operator', 'remove', '--user', String(second.userId));
  expect(await listed()).toHaveLength(1);
});

test('who is added sets password and factor in the console, and enters the platform with both', async () => {
  const mobile = '13900002003';
  await add(mobile, '郑和', '--duties', 'audit');
  const { running } = cli;
  const browser = await consoleOf(running, mobile);
  const offered = await browser.page<{ secret: string }>('/pages/security/offerTotp');
  ({ secret } = offered.envelope.data);
  const code = authenticatorCode(running, secret);
  expect(await browser.page('/pages/security/acceptTotp', { code })).toMatchObject({ status: 200 });
  expect(await browser.page('/pages/security/setPassword', { password: PASSWORD })).toMatchObject({
    status: 200,
  });
  await running.advance(60);
  const factor = authenticatorCode(running, secret);
  const entered = await newBrowser(running).page(PLATFORM_LOG_IN, { mobile, password: PASSWORD, factor });
  expect(entered.envelope).toMatchObject({ code: '0', data: { name: '郑和', duties: ['audit'] } });
});

test('commands that cannot be taken back ask for the factor of an operator, once, and the audit names them', async () => {
  const { running } = cli;
  const corp = await givenEnterprise(running, { contracts: 0, collections: 0 });
  const close = ['corp', 'close', ...of(corp), '--confirm', corp.corpName, '--reason', '来信 9'] as const;
  const as = (mobile: string, code: string) => ['--operator', mobile, '--code', code] as const;
  await running.advance(60);
  await cli.refused(2, '--operator and --code are required', ...close);
  await cli.refused(1, 'is wrong', ...close, ...as('13900002003', '000000'));
  await cli.refused(1, 'is wrong', ...close, ...as('13900002001', authenticatorCode(running, secret)));
  const proof = as('13900002003', authenticatorCode(running, secret));
  expect(await cli.told(...close, ...proof)).toMatchObject({ corpId: corp.corpId });
  const { rows } = await running.app.database.pool.query(
    `select user_id from audit_entries where corp_id = $1 and act = 'corp.close'`,
    [corp.corpId],
  );
  const operator = (await listed()).find(({ mobile }) => mobile === '13900002003');
  expect(rows).toEqual([{ user_id: operator?.userId }]);
  const user = String(corp.owner.userId);
  await cli.refused(1, 'was used already', 'person', 'delete', '--user', user, '--reason', 'x', ...proof);
  await cli.refused(2, 'are required', 'certificate', 'revoke', '--serial', 'ab12');
});

test('each change is an entry of the audit', async () => {
  const entries = async (act: string) =>
    (await auditOf(cli.running, act)).map(({ before, after }) => [before, after]);
  expect(await entries('operator.create')).toEqual([
    [null, { duties: 'system, security, audit' }],
    [null, { duties: 'security, audit' }],
    [null, { duties: 'audit' }],
  ]);
  expect(await entries('operator.duties')).toEqual([
    [{ duties: 'system, security, audit' }, { duties: 'system' }],
    [{ duties: 'security, audit' }, { duties: 'security' }],
  ]);
  expect(await entries('operator.remove')).toHaveLength(1);
});
