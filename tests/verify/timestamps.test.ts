/** Every timestamp of a signature is read and reported, wherever it is; the earliest valid one proves the time. */
import { createHash } from 'node:crypto';
import type { Verification } from '@cinnabar/pdf/verify/verification.js';
import { verifyDocument } from '@cinnabar/pdf/verify/verify-document.js';
import { cmsSigner, signatureTimestamp, signedAttributes, signedData } from '@cinnabar/pki/cms/cms.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { stream, updated } from '../support/pdf/raw-pdf.js';
import { CONTRACT, filledIn, signatureBody, signedContract } from '../support/pdf/signed-contract.js';
import { type Issued, TestAuthority, tokenOf } from '../support/pdf/test-authority.js';

const NOW = new Date('2026-11-21T08:00:00Z');
const EARLY = '2026-11-20T08:00:00Z';
const LATE = '2026-11-20T09:00:00Z';

let authority: TestAuthority;
let signer: Issued;
let stamper: Issued;
let stranger: Issued;
beforeAll(async () => {
  authority = await TestAuthority.make();
  const elsewhere = await TestAuthority.make();
  [signer, stamper, stranger] = await Promise.all([
    authority.issue(),
    authority.timestamper(),
    elsewhere.timestamper({ subject: 'CN=Stranger' }),
  ]);
});

const verified = (file: Buffer): Verification =>
  verifyDocument(file, { trusted: [authority.root.certificate.certificate], now: NOW });

/** A contract whose signature has these tokens. */
const stampedBy = (...stamps: readonly ((value: Uint8Array) => Promise<Buffer>)[]): Promise<Buffer> =>
  signedContract(signer, {
    cms: async (covered) => {
      const own = cmsSigner(signer.certificate);
      const attributes = signedAttributes(own, createHash('sha256').update(covered).digest());
      const value = await signer.sign(attributes);
      const tokens = await Promise.all(stamps.map((stamp) => stamp(value)));
      return Buffer.from(signedData(own, attributes, value, tokens.map(signatureTimestamp)));
    },
  });

describe('a signature with two timestamps', () => {
  test('is proven by the earlier one, and both are reported', async () => {
    const file = await stampedBy(
      (value) => tokenOf(value, stamper, LATE),
      (value) => tokenOf(value, stamper, EARLY),
    );
    expect(verified(file)).toMatchObject({
      verdict: 'valid',
      signatures: [
        {
          level: 'B-T',
          provenTime: '2026-11-20T08:00:00.000Z',
          timestamps: [
            { time: '2026-11-20T08:00:00.000Z', trusted: true },
            { time: '2026-11-20T09:00:00.000Z', trusted: true },
          ],
        },
      ],
    });
  });

  test('relies on the trusted one, and reports that it does not rely on the other', async () => {
    const file = await stampedBy(
      (value) => tokenOf(value, stranger, EARLY),
      (value) => tokenOf(value, stamper, LATE),
    );
    expect(verified(file)).toMatchObject({
      verdict: 'valid_with_remarks',
      signatures: [
        {
          level: 'B-T',
          provenTime: '2026-11-20T09:00:00.000Z',
          timestamp: { authority: 'Corpus Timestamps', trusted: true },
          timestamps: [{ trusted: true }, { authority: 'Stranger', intact: true, trusted: false }],
          problems: [{ code: 'TIMESTAMP_UNTRUSTED' }],
        },
      ],
    });
  });
});

test('a timestamp over SHA-1 is weak, which is not invalid, but is not relied on', async () => {
  const file = await stampedBy((value) => tokenOf(value, stamper, EARLY, 'sha1'));
  expect(verified(file)).toMatchObject({
    verdict: 'valid_with_remarks',
    signatures: [
      {
        level: 'B-B',
        provenTime: null,
        timestamp: { intact: true, trusted: false },
        problems: [{ code: 'TIMESTAMP_WEAK' }],
      },
    ],
  });
});

describe('a timestamp only in the validation data', () => {
  /** The key in /VRI is the SHA-1 of the signature's /Contents. */
  async function related(over: (value: Uint8Array) => Uint8Array, padded: boolean): Promise<Buffer> {
    const values: Buffer[] = [];
    const file = await signedContract(signer, {
      cms: async (covered) => {
        const own = cmsSigner(signer.certificate);
        const attributes = signedAttributes(own, createHash('sha256').update(covered).digest());
        const value = Buffer.from(await signer.sign(attributes));
        values.push(value, Buffer.from(signedData(own, attributes, value)));
        return values[1] ?? value;
      },
    });
    const [value = Buffer.of(), cms = Buffer.of()] = values;
    const contents = Buffer.from(/\/Contents <([0-9a-f]*)>/.exec(file.toString('latin1'))?.[1] ?? '', 'hex');
    const key = createHash('sha1')
      .update(padded ? contents : cms)
      .digest('hex')
      .toUpperCase();
    const token = await tokenOf(over(value), stamper, EARLY);
    return updated(file, {
      objects: {
        1: (CONTRACT[1] ?? '').replace(/>>$/, ` /DSS <</Type /DSS /VRI <</${key} <</TS 21 0 R>>>>>>>>`),
        21: stream(token.toString('latin1')),
      },
    });
  }

  test.each([
    ['with its padding', true],
    ['without it', false],
  ])('proves the time where it is over the signature value, found by /Contents %s', async (_, padded) => {
    const file = await related((value) => value, padded);
    expect(verified(file)).toMatchObject({
      verdict: 'valid',
      signatures: [{ provenTime: '2026-11-20T08:00:00.000Z', timestamps: [{ trusted: true }] }],
    });
  });

  test('is reported and not relied on if it covers something else', async () => {
    const file = await related(() => Buffer.from('other'), true);
    expect(verified(file)).toMatchObject({
      verdict: 'valid_with_remarks',
      signatures: [
        { provenTime: null, timestamps: [{ intact: false }], problems: [{ code: 'TIMESTAMP_INVALID' }] },
      ],
    });
  });
});

describe('under a vendor’s /SubFilter', () => {
  const stampedFile = async (over: (covered: Buffer) => Buffer): Promise<Buffer> => {
    const blank = updated(await signedContract(signer), {
      objects: {
        15: (CONTRACT[15] ?? '')
          .replace(/>>$/, ' /V 20 0 R>>')
          .replace(/\/Rect \[[^\]]*\]/, '/Rect [0 0 0 0]'),
        20: signatureBody('PBAD.DocTimeStamp'),
      },
    });
    return filledIn(blank, (covered) => tokenOf(over(covered), stamper, LATE));
  };

  test('a document timestamp is reported as such, even with an unsupported sub-filter', async () => {
    const { signatures } = verified(await stampedFile((covered) => covered));
    expect(signatures[1]).toMatchObject({
      kind: 'timestamp',
      verdict: 'indeterminate',
      signerName: 'Corpus Timestamps',
      timestamps: [{ time: '2026-11-20T09:00:00.000Z', intact: true }],
      problems: [{ code: 'SUBFILTER_UNSUPPORTED', detail: 'PBAD.DocTimeStamp' }],
    });
  });

  test('a valid signature names its signer; an invalid one does not', async () => {
    const sound = verified(await signedContract(signer, { subFilter: 'PBAD.PAdES' })).signatures[0];
    expect(sound).toMatchObject({
      verdict: 'indeterminate',
      signerName: '王五',
      trusted: true,
      problems: [{ code: 'SUBFILTER_UNSUPPORTED' }],
    });
    const other = await signedContract(signer, {
      subFilter: 'PBAD.PAdES',
      cms: async () => {
        const own = cmsSigner(signer.certificate);
        const attributes = signedAttributes(own, createHash('sha256').update('other').digest());
        return Buffer.from(signedData(own, attributes, await signer.sign(attributes)));
      },
    });
    expect(verified(other).signatures[0]).toMatchObject({
      verdict: 'indeterminate',
      trusted: false,
      certificate: null,
      problems: [{ code: 'SUBFILTER_UNSUPPORTED' }],
    });
  });
});
