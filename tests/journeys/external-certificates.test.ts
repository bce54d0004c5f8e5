// @module-tag openssl
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getAccessToken } from '@cinnabar/api/operations/credentials.js';
import { signTaskOverview } from '@cinnabar/api/operations/flow-lists.js';
import { verifyDocument } from '@cinnabar/api/operations/verification.js';
import { pemOf } from '@cinnabar/pki/asn1/pem.js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type BesideTheService, besideTheService, of } from '../cli/beside-the-service.js';
import type { DataOf } from '../support/client.js';
import { ExternalAuthority } from '../support/external-authority.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import { as, download, givenSeal, givenTemplate, sign, startFlow } from '../support/given-flow.js';
import { jobsDone } from '../support/jobs-done.js';
import { objections } from '../support/pdf/judges.js';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

const DAY = 24 * 3600;

let cli: BesideTheService;
let authority: ExternalAuthority;
let corp: Enterprise;
let colleague: Person;
let files = 0;

beforeAll(async () => {
  authority = await ExternalAuthority.open();
  cli = await besideTheService();
  corp = await givenEnterprise(cli.running);
  colleague = await corp.member(['SEAL_ADMIN']);
  await givenSeal(corp);
});
afterAll(async () => {
  await cli.close();
  await authority.close();
});

const fileOf = (name: string) => join(cli.dataDir, `${files++}-${name}`);

async function request(...more: readonly string[]): Promise<string> {
  const out = fileOf('request.pem');
  await cli.told('certificate', 'request', ...of(corp), '--out', out, ...more);
  return readFile(out, 'utf8');
}

async function chainFile(chain: string | Uint8Array): Promise<string> {
  const file = fileOf('chain.pem');
  await writeFile(file, chain);
  return file;
}

const importing = async (chain: string | Uint8Array, ...more: readonly string[]) => [
  ...['certificate', 'import', ...of(corp), '--chain', await chainFile(chain), ...more],
];

interface Status {
  readonly source: string | null;
  readonly issuer: string | null;
  readonly state: string | null;
  readonly notAfter: string | null;
  readonly pendingSince: string | null;
}
const status = () => cli.told<Status>('certificate', 'status', ...of(corp));

/** Tokens end long before certificates. */
async function logInAgain(): Promise<void> {
  const { appId, appSecret } = corp;
  const { accessToken } = await cli.running.client.data(getAccessToken, { appId, appSecret });
  const renewed = (person: Person) => ({ ...person, client: person.client.with({ accessToken }) });
  corp = { ...corp, owner: renewed(corp.owner) };
  colleague = renewed(colleague);
}

/** A contract that two members of the enterprise sign, one after the other. */
async function openFlow() {
  const template = await givenTemplate(corp.owner.client, {
    parties: [
      { flag: '甲方', mode: 3, signOrder: 1, area: true },
      { flag: '乙方', signOrder: 2, area: true },
    ],
  });
  const { flowId } = await startFlow(corp.owner.client, template, {
    participantList: [as('乙方', colleague, corp)],
  });
  return flowId;
}

async function verified(pdf: Uint8Array) {
  const { envelope } = await corp.owner.client.upload<DataOf<typeof verifyDocument>>(verifyDocument.path, {
    name: '合同.pdf',
    bytes: pdf,
  });
  return envelope.data;
}

describe('an enterprise that moves to another authority', () => {
  it('in the middle of a contract: one signature before, one after, the PDF valid by all judges', async () => {
    const { running } = cli;
    const flowId = await openFlow();
    await sign(corp.owner, flowId);
    expect((await status()).source).toBe('built-in');

    const csr = await request();
    // Until the chain has arrived, everything stays as it was.
    expect(await status()).toMatchObject({ source: 'built-in', pendingSince: expect.any(String) });
    expect(await request()).toBe(csr);
    const chain = authority.chainFor(csr);
    await cli.refused(1, 'nor a trusted root', ...(await importing(chain)));
    await cli.refused(1, '--root if you trust it', ...(await importing(`${chain}${authority.rootPem}`)));
    const done = await cli.run(...(await importing(chain, '--root', authority.rootFile)));
    expect([done.code, done.out]).toEqual([
      0,
      expect.stringContaining('signs with the certificate of “Other Issuing”'),
    ]);
    expect(await status()).toMatchObject({
      source: 'file',
      issuer: 'Other Issuing',
      state: 'valid',
      pendingSince: null,
    });
    await cli.refused(1, 'was imported before', ...(await importing(chain)));

    await sign(colleague, flowId);
    await running.advance(301);
    await jobsDone(running.app.database.pool);
    const pdf = await download(corp.owner, flowId);
    const own = (await running.app.services.authority.trustAnchors()).map(pemOf).join('');
    const roots = `${own}${authority.rootPem}`;
    expect(await objections(pdf, { roots, at: running.app.services.clock.now() })).toEqual([]);
    const { valid, record, signatures } = await verified(pdf);
    expect([valid, record?.matches]).toEqual([true, true]);
    const found = signatures.map(({ certificate, level, problems }) => [
      certificate?.issuer,
      level,
      problems,
    ]);
    expect(found.slice(0, 2)).toEqual([
      [expect.stringContaining('Issuing CA'), 'B-LTA', []],
      [expect.stringContaining('CN=Other Issuing,'), 'B-LTA', []],
    ]);
    // Validation data of the other authority came from where it publishes.
    expect(authority.asked).toEqual(expect.arrayContaining(['/ocsp', '/root.crl']));
  });

  it('signs with nothing else when its certificate ends, until the next one is imported', async () => {
    const { running } = cli;
    await running.advance(680 * DAY);
    await logInAgain();
    expect(await status()).toMatchObject({ source: 'file', state: 'renewalDue' });
    const told = await cli.run('doctor', '--json');
    expect(told.out).toContain('certificate request');
    await running.advance(60 * DAY);
    await logInAgain();
    expect(await status()).toMatchObject({ state: 'ended' });
    const flowId = await openFlow();
    const refused = sign(corp.owner, flowId);
    await expect(refused).rejects.toThrow(/CERTIFICATE_ENDED|到期/);

    const first = await request();
    const csr = await request('--replace');
    expect(csr).not.toBe(first);
    await cli.refused(
      1,
      'no certificate is for the requested key',
      ...(await importing(authority.chainFor(first))),
    );
    const subject = '/O=Somebody Else/CN=Somebody Else';
    const other = authority.chainFor(csr, { subject, days: 1400 });
    await cli.refused(1, 'names “Somebody Else', ...(await importing(other)));
    await cli.refused(1, 'with --accept-name if it is right', ...(await importing(other)));
    await cli.refused(1, 'nothing was changed', ...(await importing('garbage')));
    await cli.refused(1, 'which no chain has', ...(await importing(new Uint8Array(300_000))));
    expect(await status()).toMatchObject({ state: 'ended', pendingSince: expect.any(String) });
    const accepted = await cli.run(...(await importing(other, '--accept-name')));
    expect([accepted.code, accepted.out]).toEqual([0, expect.stringContaining('it names “Somebody Else')]);
    await sign(corp.owner, flowId);
    await sign(colleague, flowId);
    // Nobody but this service has these keys: the file is ours without any signature of our authority.
    expect(await verified(await download(corp.owner, flowId))).toMatchObject({
      valid: true,
      record: { matches: true, flowId },
    });
  });

  it('stays with it where SM2 signatures of the built-in authority are made beside', async () => {
    await cli.told('corp', 'set', ...of(corp), 'signatureSuite', 'dual');
    const before = await status();
    const flowId = await openFlow();
    await sign(corp.owner, flowId);
    await sign(colleague, flowId);
    expect(await status()).toEqual(before);
    const { certificateTime } = await corp.owner.client.data(signTaskOverview, { scope: 1 });
    expect(new Date(certificateTime ?? '').toISOString()).toBe(before.notAfter);
    const all = await cli.told<readonly Status[]>('certificate', 'status');
    expect(all.map(({ source }) => source)).toEqual(['file']);
    await cli.told('corp', 'set', ...of(corp), 'signatureSuite', 'default');
  });

  it('is not renewed by the built-in authority, and returns to it by a command', async () => {
    const flowId = await openFlow();
    await sign(corp.owner, flowId);
    expect((await status()).source).toBe('file');
    const csr = await request();
    await cli.told('certificate', 'withdraw', ...of(corp));
    await cli.refused(1, 'built-in authority: nothing was changed', 'certificate', 'withdraw', ...of(corp));
    await cli.refused(1, 'no pending request', ...(await importing(authority.chainFor(csr))));
    await sign(colleague, flowId);
    expect(await status()).toMatchObject({ source: 'built-in', state: 'valid', pendingSince: null });
    const { rows } = await cli.running.app.database.pool.query(
      "select act from audit_entries where act like 'certificate.%' order by entry_id",
    );
    const acts = rows.map(({ act }) => String(act).replace('certificate.', ''));
    expect(acts).toEqual(['request', 'import', 'request', 'request', 'import', 'request', 'withdraw']);
  });
});
