import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pemOf } from '@cinnabar/pki/asn1/pem.js';
import { revokeCertificate } from '@cinnabar/server/authority/revocation.js';
import { TimestampAuthority } from '@cinnabar/server/authority/timestamp-authority.js';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { INSTANCES, type RunningApp, type StartOptions, startApp } from '../support/app.js';
import { givenEnterprise } from '../support/given-enterprise.js';
import * as given from '../support/given-flow.js';
import { signaturesIn } from '../support/pdf/found-signatures.js';
import { pdfsig } from '../support/pdf/pdf-tools.js';
import { said } from '../support/programs.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let folder: string;
const running: RunningApp[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cinnabar-tsa-'));
});
afterEach(async () => {
  for (const each of running.splice(0)) await each.close();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function start(options?: StartOptions): Promise<RunningApp> {
  const app = await startApp(options);
  running.push(app);
  return app;
}

/** Runs openssl or curl in the folder; returns its output, and whether it failed. */
function tool(program: string, ...args: readonly string[]): Promise<string> {
  return said(program, folder, ...args);
}

const curl = (...args: readonly string[]) => tool('curl', '-s', '-S', ...args);

/** A flow signed by both parties, with the recorded levels and its file. */
async function signedFlow(app: RunningApp) {
  const buyer = await givenEnterprise(app);
  const seller = await givenEnterprise(app);
  await given.givenSeal(buyer);
  await given.givenSeal(seller);
  const template = await given.givenTemplate(buyer.owner.client, {
    parties: [
      { flag: '甲方', mode: 3, area: true },
      { flag: '乙方', mode: 0, area: true },
    ],
  });
  const { flowId } = await given.startFlow(buyer.owner.client, template, {
    participantList: [given.as('乙方', seller.owner, seller)],
  });
  await given.sign(buyer.owner, flowId);
  await given.sign(seller.owner, flowId);
  const levels = await app.app.database.db
    .selectFrom('flow_signatures')
    .selectAll()
    .where('flow_id', '=', flowId)
    .orderBy('revision')
    .orderBy('sort')
    .execute();
  return { levels, pdf: await given.download(buyer.owner, flowId), flowId };
}

describe('timestamps over HTTP', () => {
  it('are issued to anyone using openssl and curl', async () => {
    const app = await start();
    await writeFile(join(folder, 'data.bin'), 'whatever is worth a time');
    await tool('openssl', 'ts', '-query', '-data', 'data.bin', '-sha256', '-cert', '-out', 'q.tsq');
    const type = 'Content-Type: application/timestamp-query';
    const told = await curl(
      ...['-H', type, '--data-binary', '@q.tsq', `${app.baseUrl}/tsa`, '-o', 'r.tsr'],
      ...['-w', '%{http_code} %{content_type}'],
    );
    expect(told).toBe('200 application/timestamp-reply');
    await curl(`${app.baseUrl}/ca/roots.pem`, '-o', 'roots.pem');
    expect(
      await tool('openssl', 'ts', '-verify', '-queryfile', 'q.tsq', '-in', 'r.tsr', '-CAfile', 'roots.pem'),
    ).toContain('Verification: OK');
  });

  it('are refused by a status of the protocol, or over HTTP if it is no request at all', async () => {
    const app = await start({ settings: { TRUST_REQUESTS_PER_MINUTE: '6' } });
    const send = (body: Uint8Array, type = 'application/timestamp-query') =>
      fetch(`${app.baseUrl}/tsa`, {
        method: 'POST',
        headers: { 'content-type': type },
        body: new Uint8Array(body),
      });
    const garbage = await send(Buffer.from('hello'));
    expect([garbage.status, garbage.headers.get('content-type')]).toEqual([
      200,
      'application/timestamp-reply',
    ]);
    await writeFile(join(folder, 'bad.tsr'), Buffer.from(await garbage.arrayBuffer()));
    expect(await tool('openssl', 'ts', '-reply', '-in', 'bad.tsr', '-text')).toContain('Status: Rejected.');
    expect((await send(Buffer.alloc(0))).status).toBe(200);
    expect((await send(Buffer.alloc(17 * 1024))).status).toBe(413);
    expect((await send(Buffer.from('{}'), 'application/json')).status).toBe(415);
    expect((await fetch(`${app.baseUrl}/tsa`)).status).toBe(405);
    expect((await send(Buffer.from('hello'))).status).toBe(200);
    expect((await send(Buffer.from('hello'))).status).toBe(200);
    // Each instance has a limit of its own.
    const more = [];
    for (let count = 0; count <= 9 * (INSTANCES - 1); count += 1) more.push(await send(Buffer.from('hello')));
    expect(more.at(-1)?.status).toBe(429);
  });

  it('are not issued if the operator has configured another authority, or none', async () => {
    const app = await start({ settings: { TSA_URLS: 'none' } });
    expect((await fetch(`${app.baseUrl}/tsa`, { method: 'POST' })).status).toBe(404);
    const { levels } = await signedFlow(app);
    expect(new Set(levels.map(({ level }) => level))).toEqual(new Set(['B-B']));
  });
});

describe('the signatures of a flow', () => {
  it('reach B-T at the end of every act, as recorded', async () => {
    const app = await start();
    const { levels, pdf } = await signedFlow(app);
    expect(levels.length).toBe(signaturesIn(pdf).length);
    for (const { last_of_act, level, timestamp_time, timestamp_authority } of levels) {
      expect(level).toBe(last_of_act ? 'B-T' : 'B-B');
      expect(timestamp_time !== null).toBe(last_of_act);
      if (last_of_act) expect(timestamp_authority).toBe('Cinnabar Sandbox Timestamp Authority G1');
    }
    expect(levels.filter(({ last_of_act }) => last_of_act)).toHaveLength(2);
    expect(new Set(pdfsig(pdf).map(({ validation }) => validation))).toEqual(
      new Set(['Signature is Valid.']),
    );
  });

  it('have no timestamps while no authority responds, and have them once one does', async () => {
    const other = await start();
    const authority = await givenAuthority(other);
    try {
      const app = await start({
        settings: { TSA_URLS: authority.address, TSA_TRUST: authority.trust, TSA_DEADLINE_MS: '2000' },
      });
      const down = await signedFlow(app);
      expect(new Set(down.levels.map(({ level }) => level))).toEqual(new Set(['B-B']));
      expect(down.levels.some(({ last_of_act }) => last_of_act)).toBe(true);
      authority.comeUp();
      const up = await signedFlow(app);
      expect(up.levels.filter(({ last_of_act }) => last_of_act).map(({ level }) => level)).toEqual([
        'B-T',
        'B-T',
      ]);
      expect(pdfsig(up.pdf).every(({ validation }) => validation === 'Signature is Valid.')).toBe(true);
    } finally {
      authority.server.close();
    }
  });
});

describe('revocation over HTTP', () => {
  it('openssl finds lists and responses at the addresses in the certificates', async () => {
    const app = await start();
    const { authority, clock } = app.app.services;
    const corp = { corpId: 1, corpName: '上海朱砂科技有限公司', corpCode: null };
    const signer = await authority.enterpriseSigner(corp, clock.now());
    const [issuing, root] = signer.certificate.chain;
    await writeFile(join(folder, 'leaf.pem'), pemOf(signer.certificate.certificate));
    await writeFile(join(folder, 'issuing.pem'), pemOf(issuing ?? new Uint8Array()));
    await writeFile(join(folder, 'root.pem'), pemOf(root ?? new Uint8Array()));
    const chain = ['-CAfile', 'root.pem', '-untrusted', 'issuing.pem', 'leaf.pem'];
    const verify = () => tool('openssl', 'verify', '-crl_check', '-crl_download', ...chain);
    const ask = (...more: readonly string[]) =>
      tool(
        'openssl',
        ...['ocsp', '-issuer', 'issuing.pem', '-cert', 'leaf.pem', '-CAfile', 'root.pem'],
        ...['-verify_other', 'issuing.pem', '-url', `${app.baseUrl}/ocsp`, ...more],
      );
    expect(await verify()).toContain('leaf.pem: OK');
    expect(await ask()).toMatch(/leaf\.pem: good[\s\S]*Response verify OK/);
    await revokeCertificate(app.app.database.db, signer.serialNumber, 'keyCompromise', clock.now());
    expect(await verify()).toContain('certificate revoked');
    expect(await ask()).toMatch(/leaf\.pem: revoked[\s\S]*Response verify OK/);

    await tool(
      'openssl',
      'ocsp',
      '-issuer',
      'issuing.pem',
      '-cert',
      'leaf.pem',
      '-no_nonce',
      '-reqout',
      'o.req',
    );
    const request = encodeURIComponent((await readFile(join(folder, 'o.req'))).toString('base64'));
    const byGet = await fetch(`${app.baseUrl}/ocsp/${request}`);
    expect(byGet.headers.get('content-type')).toBe('application/ocsp-response');
    await writeFile(join(folder, 'o.res'), Buffer.from(await byGet.arrayBuffer()));
    expect(await tool('openssl', 'ocsp', '-respin', 'o.res', '-noverify', '-resp_text')).toContain(
      'Cert Status: revoked',
    );
  });

  it('lists are renewed by a job, even without requests', async () => {
    const app = await start();
    await app.app.services.authority.chain(app.app.services.clock.now());
    const numbers = async () => {
      const rows = await app.app.database.db.selectFrom('revocation_lists').selectAll().execute();
      return rows.map(({ purpose, number }) => `${purpose} ${number}`).sort();
    };
    await app.advance(600);
    expect(await numbers()).toEqual(['issuing 1', 'root 1']);
    await app.advance(24 * 3600);
    expect(await numbers()).toEqual(['issuing 2', 'root 2']);
  });

  it('unpublished resources are not found', async () => {
    const app = await start();
    await app.app.services.authority.chain(app.app.services.clock.now());
    for (const path of [
      '/crl/issuing-9.crl',
      '/crl/other-1.crl',
      '/crl/issuing-1.cer',
      '/ca/issuing-0.cer',
      '/ca/x',
    ]) {
      expect((await fetch(`${app.baseUrl}${path}`)).status, path).toBe(404);
    }
    const issuer = await fetch(`${app.baseUrl}/ca/issuing-1.cer`);
    expect(issuer.headers.get('content-type')).toBe('application/pkix-cert');
  });
});

/** An external authority that is unavailable at first. */
async function givenAuthority({ app }: RunningApp) {
  const { authority, clock } = app.services;
  const elsewhere = new TimestampAuthority(authority.services);
  await authority.chain(clock.now());
  let up = false;
  const server: Server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const body = await elsewhere.answer(Buffer.concat(parts), clock.now());
    response.writeHead(up ? 200 : 503, { 'content-type': 'application/timestamp-reply' });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const trust = join(folder, 'elsewhere.pem');
  await writeFile(trust, (await authority.trustAnchors()).map(pemOf).join(''));
  return {
    server,
    address: `http://127.0.0.1:${port}/tsr`,
    trust,
    comeUp: () => {
      up = true;
    },
  };
}
