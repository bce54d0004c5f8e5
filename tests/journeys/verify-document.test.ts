/** Verifying a file over HTTP: by members, by others, and on the public page. */
import { readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyDocument } from '@cinnabar/api/operations/verification.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { INSTANCES, type RunningApp, startApp } from '../support/app.js';
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
import { firstPage, updated } from '../support/pdf/raw-pdf.js';
import { CONTRACT, type Signer, signedContract } from '../support/pdf/signed-contract.js';
import { makeTestSigner } from '../support/test-certificates.js';

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

/** The file with another revision that empties the catalog's page list. */
function tampered(): Uint8Array {
  const text = Buffer.from(bytes).toString('latin1');
  const root = /\/Root (\d+) 0 R/.exec(text)?.[1] ?? '1';
  const catalog = '<</Type /Catalog /Pages 99999 0 R>>';
  return updated(Buffer.from(bytes), { objects: { [Number(root)]: catalog }, trailer: `/Root ${root} 0 R` });
}

/** The file with another revision that rotates its first page by 180 degrees. */
function turned(): Uint8Array {
  const file = Buffer.from(bytes);
  const { number, body } = firstPage(file);
  const trailer = /\/Root \d+ 0 R/.exec(file.toString('latin1'))?.[0] ?? '';
  return updated(file, { objects: { [number]: body.replace(/>>$/, '/Rotate 180>>') }, trailer });
}

describe('service/verifyDocument', () => {
  it('a contract signed here: valid, and on record for those who may see it', async () => {
    const data = await verified(buyer.owner, bytes);
    expect(data).toMatchObject({
      valid: true,
      record: { matches: true, flowId },
      secondOpinion: 'notNeeded',
    });
    expect(data.record?.flowCode).toMatch(/./);
    expect(data.signatures).toHaveLength(2);
    for (const signature of data.signatures) expect(signature).toMatchObject({ intact: true, trusted: true });
    expect(data.signatures.map(({ coversWholeDocument }) => coversWholeDocument)).toEqual([false, true]);
    expect(data.signatures[0]?.changesAfter).toMatchObject([{ kind: 'SIGNATURE_ADDED', allowed: true }]);
    expect(await verified(supplier.owner, bytes)).toMatchObject({ record: { matches: true, flowId } });
  });

  it('others learn that it is genuine, but not of which contract', async () => {
    expect(await verified(stranger.owner, bytes)).toMatchObject({
      valid: true,
      record: { matches: true, flowId: null, flowCode: null },
    });
  });

  it('one changed afterwards: not valid, with the reason in words', async () => {
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

  it('one whose page looks different: the page and the place are named', async () => {
    const data = await verified(buyer.owner, turned());
    expect([data.valid, data.secondOpinion]).toEqual([false, 'differs']);
    const texts = data.signatures[0]?.problems.map(({ text }) => text) ?? [];
    expect(texts).toContainEqual(
      expect.stringMatching(/^现在的文件与签署时的版本显示不同（page 1 pixels .*mm）$/),
    );
  });

  it('with the ETSI validation report on request', async () => {
    const file = { name: '合同.pdf', bytes };
    const path = `${verifyDocument.path}?report=etsi`;
    const { envelope } = await buyer.owner.client.upload<DataOf<typeof verifyDocument>>(path, file);
    expect(envelope.data.report).toContain('urn:etsi:019102:mainindication:total-passed');
    expect((await verified(buyer.owner, bytes)).report).toBeNull();
  });

  it('a file without signatures: not valid, and nothing more', async () => {
    expect(await verified(buyer.owner, await contractPdf(1))).toMatchObject({
      valid: false,
      signatures: [],
      record: null,
    });
  });
});

describe('the public verification page', () => {
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

  it('returns everything about the signatures, without an account', async () => {
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
    // The holder of the file learns nothing more of the contract than the file contains.
    expect(JSON.stringify(body)).not.toContain('flowId');
  });

  it('shows differing pages as signed and as they are now, and stores nothing of them', async () => {
    const storedFiles = () => readdirSync(running.dataDir, { recursive: true }).toSorted();
    const before = storedFiles();
    const { body } = await posted(turned());
    expect(body).toMatchObject({
      data: {
        secondOpinion: {
          status: 'differs',
          differences: [
            { revision: 2, page: 1, kind: 'pixels' },
            { page: 1, kind: 'text' },
          ],
          pictures: [
            {
              page: 1,
              before: expect.stringMatching(/^data:image\/webp;base64,/),
              after: expect.stringMatching(/^data:image\/webp;base64,/),
            },
          ],
        },
      },
    });
    expect(storedFiles()).toEqual(before);
  });

  it('reports changes in both languages, and that the file is not a version made here', async () => {
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

  it('accepts a file of an authority in SIGNATURE_TRUST, and never takes it for one of ours', async () => {
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

  it('reports a file without signatures as such', async () => {
    expect((await posted(await contractPdf(1))).body).toMatchObject({
      data: { conclusion: 'unsigned', valid: false, signatures: [], record: null },
    });
  });

  it('refuses anything but a PDF', async () => {
    expect((await posted('这不是 PDF')).body).toMatchObject({ code: 'FILE_UPLOAD_ERROR' });
  });

  it('limits the files per minute', async () => {
    const statuses: number[] = [];
    // Each instance has a limit of its own.
    for (let count = 0; count < 22 * INSTANCES; count += 1) statuses.push((await posted('x')).status);
    expect(statuses.at(-1)).toBe(429);
  });
});
