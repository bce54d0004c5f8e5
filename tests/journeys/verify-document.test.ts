/** Verifying a file over HTTP: by members, by others, and by anybody on the page. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyDocument } from '@cinnabar/api/verification.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import type { DataOf } from '../support/client.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import {
  as,
  contractPdf,
  download,
  type FlowId,
  fillAll,
  givenSeal,
  givenTemplate,
  sign,
  startFlow,
} from '../support/given-flow.js';
import { makeTestSigner } from '../support/test-certificates.js';
import { updated } from '../verify/support/raw-pdf.js';
import { CONTRACT, type Signer, signedContract } from '../verify/support/signed-contract.js';

let running: RunningApp;
let buyer: Enterprise;
let supplier: Enterprise;
let stranger: Enterprise;
let flowId: FlowId;
let bytes: Uint8Array;
let folder: string;
let other: Signer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cinnabar-trust-'));
  const { rootPem, ...signer } = await makeTestSigner('ecdsa-p256-sha256');
  other = signer;
  await writeFile(join(folder, 'other.pem'), rootPem);
  await writeFile(join(folder, 'notes.txt'), 'whose certificates these are');
  running = await startApp({ settings: { SIGNATURE_TRUST: folder } });
  buyer = await givenEnterprise(running);
  supplier = await givenEnterprise(running);
  stranger = await givenEnterprise(running);
  await givenSeal(buyer);
  await givenSeal(supplier);
  const template = await givenTemplate(buyer.owner.client);
  ({ flowId } = await startFlow(buyer.owner.client, template, {
    participantList: [as('乙方', supplier.owner, supplier)],
  }));
  await fillAll(buyer.owner, flowId, '一万元整');
  await fillAll(supplier.owner, flowId, '上海市');
  await sign(buyer.owner, flowId);
  await sign(supplier.owner, flowId);
  bytes = await download(buyer.owner, flowId);
});

afterAll(async () => {
  await running.close();
  await rm(folder, { recursive: true });
});

async function verified(person: Person, pdf: Uint8Array): Promise<DataOf<typeof verifyDocument>> {
  const file = { name: '合同.pdf', bytes: pdf };
  const { envelope } = await person.client.upload<DataOf<typeof verifyDocument>>(verifyDocument.path, file);
  expect(envelope).toMatchObject({ code: '200' });
  return envelope.data;
}

/** The file with one more revision that replaces its catalog's pages by nothing. */
function tampered(): Uint8Array {
  const text = Buffer.from(bytes).toString('latin1');
  const root = /\/Root (\d+) 0 R/.exec(text)?.[1] ?? '1';
  const catalog = '<</Type /Catalog /Pages 99999 0 R>>';
  return updated(Buffer.from(bytes), { objects: { [Number(root)]: catalog }, trailer: `/Root ${root} 0 R` });
}

describe('service/verifyDocument', () => {
  it('a contract that was signed here: valid, and on record for who may see it', async () => {
    const data = await verified(buyer.owner, bytes);
    expect(data).toMatchObject({ valid: true, record: { matches: true, flowId } });
    expect(data.record?.flowCode).toMatch(/./);
    expect(data.signatures).toHaveLength(2);
    for (const signature of data.signatures) expect(signature).toMatchObject({ intact: true, trusted: true });
    expect(data.signatures.map(({ coversWholeDocument }) => coversWholeDocument)).toEqual([false, true]);
    expect(data.signatures[0]?.changesAfter).toMatchObject([{ kind: 'SIGNATURE_ADDED', allowed: true }]);
    expect(await verified(supplier.owner, bytes)).toMatchObject({ record: { matches: true, flowId } });
  });

  it('others learn that it is genuine, and not of which contract', async () => {
    expect(await verified(stranger.owner, bytes)).toMatchObject({
      valid: true,
      record: { matches: true, flowId: null, flowCode: null },
    });
  });

  it('one that was changed afterwards: not valid, with the reason in words', async () => {
    const data = await verified(buyer.owner, tampered());
    expect(data.valid).toBe(false);
    expect(data.signatures[0]?.intact).toBe(false);
    expect(data.signatures[0]?.problems).toEqual(
      expect.arrayContaining([
        { code: 'FORBIDDEN_CHANGE', text: expect.stringContaining('签名之后文件被做了不允许的修改') },
      ]),
    );
    expect(data.record).toBeNull();
  });

  it('a file without signatures: not valid, and nothing more', async () => {
    expect(await verified(buyer.owner, await contractPdf(1))).toMatchObject({
      valid: false,
      signatures: [],
      record: null,
    });
  });
});

describe('the page for anybody', () => {
  async function posted(content: Uint8Array | string): Promise<{ status: number; body: unknown }> {
    const form = new FormData();
    form.append(
      'file',
      new Blob([typeof content === 'string' ? content : Uint8Array.from(content)]),
      'a.pdf',
    );
    const response = await fetch(`${running.baseUrl}/pages/verify`, { method: 'POST', body: form });
    return { status: response.status, body: await response.json() };
  }

  it('tells everything about the signatures, without an account', async () => {
    const { status, body } = await posted(bytes);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      code: '0',
      data: {
        conclusion: 'trusted',
        valid: true,
        signatures: [
          {
            conclusion: 'trusted',
            intact: true,
            revision: 2,
            changesAfter: [{ allowed: true, revision: 3 }],
          },
          { conclusion: 'trusted', intact: true, coversWholeDocument: true, chain: [{}, {}, {}] },
        ],
        record: { matches: true },
      },
    });
    // Whoever holds the file learns nothing more of the contract than what stands in it.
    expect(JSON.stringify(body)).not.toContain('flowId');
  });

  it('says what was changed, in both languages, and that it is no version that was made here', async () => {
    expect((await posted(tampered())).body).toMatchObject({
      data: {
        conclusion: 'changed',
        valid: false,
        signatures: [
          {
            conclusion: 'changed',
            changesAfter: expect.arrayContaining([
              expect.objectContaining({
                allowed: false,
                words: { zh: '文件目录被修改', en: 'The catalog of the document was changed' },
              }),
            ]),
          },
          { conclusion: 'changed' },
        ],
        record: null,
      },
    });
  });

  it('a file of an authority in SIGNATURE_TRUST is valid everywhere, and never taken for one of ours', async () => {
    const ours = (await verified(buyer.owner, bytes)).signatures[0]?.fieldName ?? '';
    const fieldBody = (CONTRACT[7] ?? '').replace('(Sig1)', `(${ours})`);
    const file = await signedContract(other, { fieldBody });
    expect(await verified(buyer.owner, file)).toMatchObject({
      valid: true,
      signatures: [{ fieldName: ours, trusted: true }],
      record: null,
    });
    expect((await posted(file)).body).toMatchObject({ data: { conclusion: 'trusted', record: null } });
  });

  it('of a file without signatures it says just that', async () => {
    expect((await posted(await contractPdf(1))).body).toMatchObject({
      data: { conclusion: 'unsigned', valid: false, signatures: [], record: null },
    });
  });

  it('refuses what is no PDF', async () => {
    expect((await posted('这不是 PDF')).body).toMatchObject({ code: 'FILE_UPLOAD_ERROR' });
  });

  it('and more files a minute than anybody needs', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 22; count += 1) statuses.push((await posted('x')).status);
    expect(statuses.at(-1)).toBe(429);
  });
});
