// @module-tag openssl
/** Signatures with electronic seals (GB/T 38540) in the place of a CMS. */
import { SEAL_SUB_FILTER } from '@cinnabar/pdf/seal-sub-filter.js';
import { conclusionOf } from '@cinnabar/pdf/verify/conclusion.js';
import { verifyDocument } from '@cinnabar/pdf/verify/verify-document.js';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  type SealingOptions,
  type SealingParties,
  sealBy,
  sealedBy,
  sealingParties,
  sm3,
} from '../support/electronic-seals.js';
import { replaced } from '../support/pdf/corpus-case.js';
import { newFile, updated } from '../support/pdf/raw-pdf.js';
import { CONTRACT, signed, signedContract } from '../support/pdf/signed-contract.js';
import { makeSm2Signer, type Sm2Signer } from '../support/pdf/sm2-signer.js';
import { TestAuthority, tokenOf } from '../support/pdf/test-authority.js';
import { makeTestSigner, type TestSigner } from '../support/test-certificates.js';

let parties: SealingParties;
let stranger: Sm2Signer;
let other: TestSigner;
beforeAll(async () => {
  parties = sealingParties();
  stranger = makeSm2Signer();
  other = await makeTestSigner('ecdsa-p256-sha256');
});

type Contents = (covered: Buffer) => Promise<Buffer>;
const sealing =
  (options: SealingOptions = {}): Contents =>
  async (covered) =>
    Buffer.from(await sealedBy(parties, { data: covered, ...options }));
const contract = (cms: Contents = sealing(), subFilter = SEAL_SUB_FILTER) =>
  signedContract(other, { subFilter, cms });

const judged = (file: Buffer, trusted = [parties.signer.root, parties.maker.root]) =>
  verifyDocument(file, { trusted, now: new Date(Date.now() + 60_000) });
const told = (file: Buffer, trusted?: Uint8Array[]) => {
  const { verdict, signatures } = judged(file, trusted);
  return [verdict, ...signatures.flatMap(({ problems }) => problems.map(({ code }) => code))];
};

describe('a contract', () => {
  test('with a seal is valid, and the verdict names seal, maker and signer', async () => {
    const [signature] = judged(await contract()).signatures;
    expect(signature).toMatchObject({
      ...{ kind: 'signature', verdict: 'valid', problems: [], intact: true, trusted: true, level: null },
      signerName: 'SM2 Signer',
      subFilter: SEAL_SUB_FILTER,
      seal: {
        name: '上海某某科技有限公司合同专用章',
        sealCode: '31010500000001',
        maker: 'SM2 Signer',
        validFrom: parties.now.toISOString(),
      },
    });
    expect(signature?.value?.messageDigest).toHaveLength(64);
  });

  test('is recognised by its structure under the sub-filter of a vendor', async () => {
    expect(told(await contract(sealing(), 'Vendor.SES'))).toEqual(['valid']);
    // What a vendor digests is unknown: a mismatch proves nothing.
    const elsewhere = sealing({ data: Buffer.from('something else') });
    expect(told(await contract(elsewhere, 'Vendor.SES'))).toEqual(['indeterminate', 'SUBFILTER_UNSUPPORTED']);
  });

  test('with a seal in the place of a CMS is not readable', async () => {
    expect(told(await contract(sealing(), 'adbe.pkcs7.detached'))).toEqual(['invalid', 'CMS_UNREADABLE']);
  });

  test('changed after sealing is invalid', async () => {
    const changed = replaced(await contract(), 'The price is 5000', 'The price is 9000');
    expect(told(changed)).toEqual(['invalid', 'DIGEST_MISMATCH']);
    expect(conclusionOf(judged(changed))).toBe('changed');
  });

  test.each<[string, readonly string[], () => SealingOptions]>([
    ['signed with another identity', ['SIGNATURE_VALUE_WRONG'], () => ({ identity: 'somebody' })],
    [
      'by one whom the seal does not list',
      ['CHAIN_UNTRUSTED', 'SEAL_SIGNER_NOT_LISTED'],
      () => ({ by: stranger }),
    ],
    ['with a seal of another identity', ['SEAL_ALTERED'], () => ({ makerIdentity: 'somebody' })],
    [
      'after the end of the seal',
      ['SEAL_NOT_VALID_THEN'],
      () => ({ sealing: { time: new Date('2040-01-01T00:00:00Z') } }),
    ],
  ])('%s is invalid', async (_, problems, options) => {
    const [verdict, ...codes] = told(await contract(sealing(options())));
    expect([verdict, ...codes.sort()]).toEqual(['invalid', ...problems]);
  });

  test('with another picture than its maker signed, by others than it lists or after its end, a seal is invalid', async () => {
    const seal = Buffer.from(await sealBy(parties));
    const picture = seal.indexOf('IDAT');
    seal[picture] = (seal[picture] ?? 0) ^ 1;
    const late = new Date('2040-01-01T00:00:00Z');
    for (const [options, code] of [
      [{ sealing: { seal } }, 'SEAL_ALTERED'],
      [{ by: stranger }, 'SEAL_SIGNER_NOT_LISTED'],
      [{ sealing: { time: late } }, 'SEAL_NOT_VALID_THEN'],
    ] as const) {
      const [verdict, ...codes] = told(await contract(sealing(options)));
      expect([verdict, codes.includes(code)]).toEqual(['invalid', true]);
    }
  });

  test('of another version is undecided, and what is no seal is invalid', async () => {
    const versioned: Contents = async (covered) => {
      const signature = await sealing()(covered);
      // The version is the first number of the structure.
      signature[signature.indexOf(Buffer.of(2, 1, 4)) + 2] = 5;
      return signature;
    };
    expect(told(await contract(versioned))).toEqual(['indeterminate', 'SEAL_VERSION']);
    expect(told(await contract(async () => Buffer.from('3000', 'hex')))).toEqual([
      'invalid',
      'SEAL_UNREADABLE',
    ]);
  });

  test('of an untrusted signer or maker lacks nothing but trust', async () => {
    const file = await contract();
    expect(told(file, [parties.maker.root])).toEqual(['indeterminate', 'CHAIN_UNTRUSTED']);
    expect(told(file, [parties.signer.root])).toEqual(['indeterminate', 'SEAL_MAKER_UNTRUSTED']);
    expect(conclusionOf(judged(file, [parties.signer.root]))).toBe('issuerUnknown');
  });

  test('has the time of a trusted timestamp', async () => {
    const authority = await TestAuthority.make();
    const stamper = await authority.timestamper();
    const time = new Date(Math.floor(Date.now() / 1000) * 1000).toISOString();
    const stamped = (over?: Uint8Array) =>
      contract(sealing({ timestamp: (value) => tokenOf(over ?? value, stamper, time) }));
    const trusted = [parties.signer.root, parties.maker.root, authority.root.certificate.certificate];
    const [signature] = judged(await stamped(), trusted).signatures;
    expect(signature).toMatchObject({ verdict: 'valid', provenTime: time });
    expect(told(await stamped(sm3(Buffer.of())), trusted)).toEqual([
      'valid_with_remarks',
      'TIMESTAMP_INVALID',
    ]);
  });

  test('may be signed again; another change after sealing is found', async () => {
    const root = certificateOf(other);
    const trusted = [parties.signer.root, parties.maker.root, root];
    const twice = await signed(await contract(), other, { field: 15, value: 20 });
    expect(told(twice, trusted)).toEqual(['valid']);
    const sealedLast = await signed(await signedContract(other), other, {
      ...{ field: 15, value: 20, subFilter: SEAL_SUB_FILTER },
      cms: sealing(),
    });
    expect(told(sealedLast, trusted)).toEqual(['valid']);
    const changed = updated(await contract(), { objects: { 4: CONTRACT[12] ?? '' } });
    expect(told(changed)).toEqual(['invalid', 'FORBIDDEN_CHANGE']);
  });

  test('without a seal has none', async () => {
    const [signature] = judged(await signedContract(other)).signatures;
    expect(signature?.seal).toBeNull();
    expect(judged(newFile(CONTRACT)).verdict).toBe('unsigned');
    expect((await sealBy(parties)).length).toBeGreaterThan(0);
  });
});

function certificateOf({ certificate: { chain } }: TestSigner): Uint8Array {
  const root = chain.at(-1);
  if (root === undefined) throw new Error('no root');
  return root;
}
