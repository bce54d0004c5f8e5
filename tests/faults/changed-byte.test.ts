import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { as, download, fillAll, givenSeal, givenTemplate, sign, startFlow } from '../support/given-flow.js';
import { opensslProblems, signaturesIn } from '../support/pdf/found-signatures.js';
import { pdfsig } from '../support/pdf/pdf-tools.js';
import { pemOf } from '../support/signed-files.js';

let app: RunningApp;
let buyer: Enterprise;
let seller: Enterprise;
/** Signed by both: first the buyer, who filled the amount, then the seller. */
let contract: Buffer;
let rootPem: string;

beforeAll(async () => {
  app = await startApp();
  buyer = await givenEnterprise(app);
  seller = await givenEnterprise(app);
  await givenSeal(buyer);
  await givenSeal(seller);
  const template = await givenTemplate(buyer.owner.client);
  const { flowId } = await startFlow(buyer.owner.client, template, {
    participantList: [as('乙方', seller.owner, seller)],
    autoFill: 2,
    fillComponents: [{ componentKey: 'amount', componentValue: '一万元整' }],
  });
  await fillAll(seller.owner, flowId, '上海市');
  await sign(buyer.owner, flowId);
  await sign(seller.owner, flowId);
  contract = Buffer.from(await download(seller.owner, flowId));
  rootPem = pemOf((await app.app.services.authority.trustAnchors())[0] ?? new Uint8Array());
});
afterAll(() => app.close());

/** An offset in the middle of the stream of the first object that contains `mark`, at or after `from`. */
function inStreamOf(mark: string, from = 0): number {
  const object = contract.indexOf(mark, from);
  expect(object).toBeGreaterThan(-1);
  const begin = contract.indexOf('stream\n', object);
  const end = contract.indexOf('endstream', begin);
  expect(end).toBeGreaterThan(begin);
  return Math.floor((begin + 'stream\n'.length + end) / 2);
}

/** The values are drawn last in the page's content. */
function inValues(): number {
  const [, references = ''] = /\/Contents \[([^\]]*)\]/.exec(contract.toString('latin1')) ?? [];
  const number = references.trim().split(' ').at(-3);
  return inStreamOf(`\n${number} 0 obj`);
}

/** The end of the bytes covered by the first signature. */
function endOfFirst(): number {
  return Math.min(...signaturesIn(contract).map(({ ranges }) => ranges[2] + ranges[3]));
}

/** Results of poppler and OpenSSL for the signatures, in the order of signing. */
function verdicts(pdf: Buffer) {
  const byPoppler = pdfsig(pdf).map(({ validation }) => validation === 'Signature is Valid.');
  const byOpenssl = signaturesIn(pdf).map((signature) => opensslProblems(signature, rootPem) === '');
  return { byPoppler, byOpenssl };
}

function changedAt(place: number): Buffer {
  const changed = Buffer.from(contract);
  changed[place] = (changed[place] ?? 0) ^ 0x01;
  return changed;
}

/** A seal is drawn in a transparency group of its own. */
const sealForm = '/S /Transparency';

describe('a signed contract with one bit changed', () => {
  test('unchanged: both signatures are accepted', () => {
    expect(verdicts(contract)).toEqual({ byPoppler: [true, true], byOpenssl: [true, true] });
  });

  test.each<readonly [string, () => number]>([
    ['the file header', () => contract.indexOf('%PDF-') + 7],
    ['a page', () => contract.indexOf('/MediaBox') + 1],
    ['a value that was filled in', inValues],
    ['the text of the contract', () => contract.indexOf('<5075') + 3],
    ['what both have signed last', () => endOfFirst() - 8],
  ])('changed in %s: neither signature holds any more', (_, place) => {
    expect(place()).toBeLessThan(endOfFirst());
    const { byPoppler, byOpenssl } = verdicts(changedAt(place()));
    expect(byOpenssl).toEqual([false, false]);
    // A file that poppler cannot open has no valid signature either.
    expect(byPoppler).not.toContain(true);
  });

  test('in the second seal’s appearance: the second signature is invalid, the first valid', () => {
    const place = inStreamOf(sealForm, endOfFirst());
    expect(verdicts(changedAt(place))).toEqual({ byPoppler: [true, false], byOpenssl: [true, false] });
  });

  test('in the first seal’s appearance: both are invalid', () => {
    const place = inStreamOf(sealForm);
    expect(place).toBeLessThan(endOfFirst());
    expect(verdicts(changedAt(place))).toEqual({ byPoppler: [false, false], byOpenssl: [false, false] });
  });

  test('in the last byte: the second is invalid', () => {
    const { byOpenssl } = verdicts(changedAt(contract.length - 1));
    expect(byOpenssl).toEqual([true, false]);
  });

  test('anywhere in the bytes added by the second signature: OpenSSL rejects it', () => {
    const [, second] = signaturesIn(contract);
    if (second === undefined) throw new Error('no second signature');
    const [, contentsBegin, contentsEnd] = second.ranges;
    for (let place = endOfFirst(); place < contract.length; place += 509) {
      if (place >= contentsBegin && place < contentsEnd) continue;
      const [, changed] = signaturesIn(changedAt(place));
      if (changed !== undefined) expect(opensslProblems(changed, rootPem)).not.toBe('');
    }
  });
});
