import { verifyDocument } from '@cinnabar/api/operations/verification.js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { RunningApp } from '../support/app.js';
import type { DataOf } from '../support/client.js';
import { givenEnterprise } from '../support/given-enterprise.js';
import { as, download, givenSeal, givenTemplate, sign, startFlow } from '../support/given-flow.js';
import { byOwnLink } from '../support/own-session.js';
import { signOnPage } from '../support/sign-on-page.js';
import { type BesideTheService, besideTheService } from './beside-the-service.js';

// Every test starts several processes.
vi.setConfig({ testTimeout: 180_000 });

const corp = { corpId: 7, corpName: '上海朱砂科技有限公司', corpCode: null };
let cli: BesideTheService;
let running: RunningApp;

beforeAll(async () => {
  cli = await besideTheService();
  ({ running } = cli);
});
afterAll(() => cli.close());

const run = (...args: readonly string[]) => cli.run('certificate', ...args);

describe('certificates on the command line', () => {
  it('are listed and revoked; the service uses the next one and publishes the revocation at once', async () => {
    const { authority, clock } = running.app.services;
    expect((await run('list', '--corp', '7')).out).toBe('enterprise 7 has no certificate yet\n');
    const { serialNumber } = await authority.enterpriseSigner(corp, clock.now());
    const before = await listBytes();

    const withColons = serialNumber.toUpperCase().match(/../g)?.join(':') ?? '';
    const revoked = await run('revoke', '--serial', withColons, '--reason', 'keyCompromise', '--json');
    expect([revoked.code, revoked.errors]).toEqual([0, '']);
    expect(JSON.parse(revoked.out)).toEqual({
      serialNumber,
      corpId: 7,
      purpose: 'enterprise',
      reason: 'keyCompromise',
    });
    expect((await run('list', '--corp', '7')).out).toMatch(
      new RegExp(`^${serialNumber} .* revoked .* \\(keyCompromise\\)\\n$`),
    );
    expect((await authority.enterpriseSigner(corp, clock.now())).serialNumber).not.toBe(serialNumber);
    expect(await listBytes()).toBeGreaterThan(before);

    const again = await run('revoke', '--serial', serialNumber);
    expect([again.code, again.errors]).toEqual([1, expect.stringContaining('was revoked before')]);
  });

  it('for acts of a person are listed by act; revocation is reported with the signature', async () => {
    const buyer = await givenEnterprise(running);
    const seller = await givenEnterprise(running);
    const person = await seller.member();
    await givenSeal(buyer);
    const template = await givenTemplate(buyer.owner.client, {
      parties: [
        { flag: '甲方', mode: 3, signOrder: 1, area: true },
        { flag: '乙方', type: 0, signOrder: 2, area: true },
      ],
    });
    const { flowId } = await startFlow(buyer.owner.client, template, {
      participantList: [as('乙方', person, null)],
    });
    await sign(buyer.owner, flowId);
    const session = await byOwnLink(running, buyer, flowId, person);
    await signOnPage(running, session, person, flowId);

    const ofPerson = async () =>
      JSON.parse((await run('list', '--user', String(person.userId), '--json')).out);
    const [act, ...others] = await ofPerson();
    expect([act.flowId, act.revokedAt, others]).toEqual([flowId, null, []]);
    const signed = await download(buyer.owner, flowId);
    const problemsOf = async () => {
      const file = { name: '合同.pdf', bytes: signed };
      const { envelope } = await buyer.owner.client.upload<DataOf<typeof verifyDocument>>(
        verifyDocument.path,
        file,
      );
      const found = envelope.data.signatures.find(
        ({ certificate }) => certificate?.serialNumber === act.serialNumber,
      );
      return [envelope.data.valid, found?.problems.map(({ code }) => code)];
    };
    expect(await problemsOf()).toEqual([true, []]);
    // Lists have a resolution of seconds: a revocation in the second of the timestamp counts as earlier.
    await running.advance(60);
    const done = await run(
      'revoke',
      '--serial',
      act.serialNumber,
      '--reason',
      'privilegeWithdrawn',
      '--json',
    );
    expect([done.code, done.errors]).toEqual([0, '']);
    expect(JSON.parse(done.out)).toMatchObject({ serialNumber: act.serialNumber, flowId, purpose: 'act' });
    expect(await ofPerson()).toMatchObject([{ reason: 'privilegeWithdrawn' }]);
    expect((await run('revoke', '--serial', act.serialNumber)).errors).toContain('was revoked before');
    // Timestamped before the revocation.
    expect(await problemsOf()).toEqual([true, ['CERTIFICATE_REVOKED_LATER']]);
  });

  it('that do not exist, or belong to the authority itself, cannot be revoked', async () => {
    const unknown = await run('revoke', '--serial', 'abcd');
    expect([unknown.code, unknown.errors]).toEqual([1, expect.stringContaining('no certificate')]);
    const issuing = await running.app.database.db
      .selectFrom('certificates')
      .select('serial_number')
      .where('purpose', '=', 'issuing')
      .executeTakeFirstOrThrow();
    const authority = await run('revoke', '--serial', issuing.serial_number);
    expect([authority.code, authority.errors]).toEqual([1, expect.stringContaining('authority itself')]);
    expect((await run('revoke', '--serial', 'xyz')).code).toBe(2);
    expect((await run('list')).code).toBe(2);
    expect((await run('list', '--corp', '7', '--user', '4')).code).toBe(2);
    expect((await run('revoke', '--serial', 'ab', '--reason', 'boredom')).code).toBe(2);
  });
});

async function listBytes(): Promise<number> {
  const response = await fetch(`${running.baseUrl}/crl/issuing-1.crl`);
  return (await response.arrayBuffer()).byteLength;
}
