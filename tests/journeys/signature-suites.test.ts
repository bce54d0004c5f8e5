// @module-tag poppler
/** Contracts whose parties sign by P-256, by SM2 or by both, as poppler and the service's own verifier judge them. */
import { contractEvidence } from '@cinnabar/api/operations/flows.js';
import { findFonts } from '@cinnabar/fonts';
import { DocumentEngine } from '@cinnabar/pdf/engine/engine.js';
import { verifyDocument } from '@cinnabar/pdf/verify/verify-document.js';
import { openArchive } from '@cinnabar/server/areas/flows/index.js';
import { corpOptions } from '@cinnabar/server/areas/platform/index.js';
import { transact } from '@cinnabar/server/database/transact.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { verifiedBy, wrongIn } from '../support/evidence-archive.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import {
  as,
  type FlowId,
  type GivenTemplate,
  givenSeal,
  givenTemplate,
  sign,
  startFlow,
  taskInfo,
} from '../support/given-flow.js';
import { givenOwnPassword } from '../support/own-password.js';
import { pdfsig, qpdfProblems } from '../support/pdf/pdf-tools.js';
import { signedFiles } from '../support/signed-files.js';

let app: RunningApp;
let buyer: Enterprise;
let seller: Enterprise;
let guarantor: Person;
let template: GivenTemplate;
const engine = new DocumentEngine({ fonts: findFonts(), workers: 1 });

beforeAll(async () => {
  app = await startApp();
  buyer = await givenEnterprise(app);
  seller = await givenEnterprise(app);
  for (const enterprise of [buyer, seller]) await givenSeal(enterprise);
  guarantor = await seller.member();
  await givenOwnPassword(app, guarantor);
  template = await givenTemplate(buyer.owner.client, {
    files: 2,
    parties: [
      { flag: '甲方', mode: 3, signOrder: 1, area: true },
      { flag: '乙方', mode: 0, signOrder: 2, area: true },
      { flag: '担保人', type: 0, signOrder: 3, area: true },
    ],
  });
});
afterAll(async () => {
  await engine.close();
  await app.close();
});

async function useSuite({ corpId }: Enterprise, suite: string): Promise<void> {
  const option = corpOptions['signatureSuite']?.read(suite);
  if (option === undefined) throw new Error(`no suite ${suite}`);
  expect(await transact(app.app.database.db, (tx) => option.change(tx, corpId))).toBe(true);
}

async function started(encryptFlag: 0 | 1 = 0): Promise<FlowId> {
  const participantList = [as('乙方', seller.owner, seller), as('担保人', guarantor, null)];
  return (await startFlow(buyer.owner.client, template, { participantList, encryptFlag })).flowId;
}

async function judged(pdf: Uint8Array) {
  const trusted = await app.app.services.authority.trustAnchors();
  const revocationLists = await app.app.services.revocationLists.all(new Date());
  return verifyDocument(Buffer.from(pdf), { trusted, revocationLists, now: new Date() });
}

/** The keys of a file's signatures in their order; they are valid, and a changed byte makes it invalid. */
async function keysOf(pdf: Uint8Array): Promise<readonly (string | undefined)[]> {
  const { verdict, signatures } = await judged(pdf);
  expect([verdict, signatures.flatMap(({ problems }) => problems.map(({ code }) => code))]).toEqual([
    'valid',
    [],
  ]);
  expect((await judged(changed(pdf))).verdict).toBe('invalid');
  expect(qpdfProblems(pdf)).toBe('');
  return signatures
    .filter(({ kind }) => kind === 'signature')
    .map(({ certificate }) => certificate?.algorithm);
}

/** With another byte inside its first stream. */
function changed(pdf: Uint8Array): Uint8Array {
  const copy = Buffer.from(pdf);
  const at = copy.indexOf('stream') + 20;
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

/** Fields that poppler finds valid. */
function validInPoppler(pdf: Uint8Array): readonly string[] {
  return pdfsig(pdf)
    .filter(({ validation }) => validation === 'Signature is Valid.')
    .map(({ field }) => field);
}

const P256 = 'ec prime256v1';

async function archiveOf(flowId: FlowId) {
  const { baseUrl, headers } = buyer.owner.client;
  const response = await fetch(baseUrl + contractEvidence.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ flowId, format: 'zip' }),
  });
  return openArchive(new Uint8Array(await response.arrayBuffer()));
}

test.each([
  ['plain', 0],
  ['encrypted', 1],
] as const)(
  'the suite dual adds an SM2 signature to each file of a %s contract, with each act',
  async (_, encryptFlag) => {
    await useSuite(buyer, 'dual');
    await useSuite(seller, 'default');
    const flowId = await started(encryptFlag);
    for (const signer of [buyer.owner, seller.owner, guarantor]) await sign(signer, flowId);
    expect(await taskInfo(buyer.owner, flowId)).toMatchObject({ flowStatus: 3 });
    const files = await signedFiles(buyer.owner, flowId);
    expect(files).toHaveLength(2);
    for (const { pdf } of files) {
      // The seller has no suite of its own; the guarantor follows the enterprise whose contract it is.
      expect(await keysOf(pdf)).toEqual(['sm2', P256, P256, 'sm2', P256]);
      const verdicts = validInPoppler(pdf);
      expect(verdicts).toHaveLength(3);
      expect(verdicts.every((field) => !field.endsWith('-beside'))).toBe(true);
    }
    const archive = await archiveOf(flowId);
    expect(wrongIn(await verifiedBy(engine, archive))).toEqual([]);
    const record = Buffer.from(archive.get('evidence.json') ?? '').toString('utf8');
    expect(record.match(/"algorithm": ?"sm2"/g)).toHaveLength(4);
    expect(record).toContain('besideCertificate');
  },
);

test('a suite takes effect with the next act, in open contracts too', async () => {
  await useSuite(buyer, 'p256');
  const flowId = await started();
  await sign(buyer.owner, flowId);
  await useSuite(seller, 'sm2');
  await sign(seller.owner, flowId);
  await useSuite(buyer, 'rsa2048');
  await sign(guarantor, flowId);
  for (const { pdf } of await signedFiles(buyer.owner, flowId)) {
    expect(await keysOf(pdf)).toEqual([P256, 'sm2', 'rsa 2048']);
    expect(validInPoppler(pdf)).toHaveLength(2);
  }
  expect(wrongIn(await verifiedBy(engine, await archiveOf(flowId)))).toEqual([]);
});
