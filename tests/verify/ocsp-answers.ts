import { children, readElement } from '@cinnabar/pki/asn1/der-reader.js';
import { type CorpusCase, type Ingredients, replaced } from '../support/pdf/corpus-case.js';
import { stream, updated } from '../support/pdf/raw-pdf.js';
import { CONTRACT, padesOf, signedContract } from '../support/pdf/signed-contract.js';
import {
  type Answer,
  type Issued,
  ocspAnswer,
  type TestAuthority,
  tokenOf,
} from '../support/pdf/test-authority.js';

const TIME = '2026-11-20T08:00:00Z';
const BEFORE = '2026-11-19T00:00:00Z';
const AFTER = '2026-11-20T10:00:00Z';

interface Given {
  readonly authority: TestAuthority;
  readonly signer: Issued;
  readonly stamper: Issued;
  /** An OCSP response about the signer's certificate, by the root unless another is named. */
  readonly answer: (options?: Partial<Answer>) => Promise<Buffer>;
}

interface Store {
  readonly answers: readonly Buffer[];
  readonly lists?: readonly Buffer[];
}

/** A stamped contract whose DSS contains this, and a response about the timestamp's certificate. */
const withStore =
  (make: (given: Given) => Promise<Store>, withStamp = true) =>
  async ({ authority }: Ingredients): Promise<Buffer> => {
    const signer = await authority.issue({ subject: 'CN=Asked' });
    const stamper = await authority.timestamper();
    const file = await signedContract(signer, {
      cms: (covered) =>
        padesOf(covered, signer, withStamp ? (value) => tokenOf(value, stamper, TIME) : undefined),
    });
    const { root } = authority;
    const answer = (options: Partial<Answer> = {}): Promise<Buffer> =>
      ocspAnswer({ about: signer, by: root, issuer: root, ...options });
    const made = await make({ authority, signer, stamper, answer });
    const answers = [await answer({ about: stamper }), ...made.answers];
    const streams = (items: readonly Buffer[], from: number) =>
      items.map((item, index) => [from + index, stream(item.toString('latin1'))] as const);
    const references = (items: readonly Buffer[], from: number) =>
      items.map((_, index) => `${from + index} 0 R`).join(' ');
    const lists = made.lists ?? [];
    return updated(file, {
      objects: {
        1: (CONTRACT[1] ?? '').replace(/>>$/, ' /DSS 20 0 R>>'),
        20: `<</Type /DSS /OCSPs [${references(answers, 30)}] /CRLs [${references(lists, 40)}]>>`,
        ...Object.fromEntries([...streams(answers, 30), ...streams(lists, 40)]),
      },
    });
  };

const said = (options: Partial<Answer>) =>
  withStore(async ({ answer }) => ({ answers: [await answer(options)] }));

/** The BasicOCSPResponse inside. */
function basicOf(response: Buffer): Buffer {
  const wrapped = children(readElement(response))[1];
  const bytes = wrapped === undefined ? undefined : children(wrapped)[0];
  const basic = bytes === undefined ? undefined : children(bytes)[1];
  return Buffer.from(basic?.content ?? []);
}

/** States a time other than the signed one. */
const changed = (response: Buffer): Buffer =>
  replaced(response, '20261121000000Z', '20261122000000Z', 'last');

/** Responses of OCSP responders in the DSS: valid ones, revocations, and invalid ones. */
export const ocspAnswers: readonly CorpusCase[] = [
  {
    name: 'by the issuer itself: good',
    make: said({}),
    verdict: 'valid',
    levels: ['B-LT'],
  },
  {
    name: 'by a responder that the issuer has named: good',
    make: withStore(async ({ answer, authority }) => ({
      answers: [await answer({ by: await authority.responder() })],
    })),
    verdict: 'valid',
    levels: ['B-LT'],
  },
  {
    name: 'no more than the BasicOCSPResponse',
    make: withStore(async ({ answer }) => ({ answers: [basicOf(await answer())] })),
    verdict: 'valid',
    levels: ['B-LT'],
  },
  {
    name: 'by a responder that may be revoked itself, without a list',
    make: withStore(async ({ answer, authority }) => ({
      answers: [await answer({ by: await authority.responder({ noCheck: false }) })],
    })),
    verdict: 'valid',
    levels: ['B-T'],
  },
  {
    name: 'by a responder that may be revoked itself: revoked before the timestamp',
    make: withStore(async ({ answer, authority }) => ({
      answers: [
        await answer({
          by: await authority.responder({ noCheck: false }),
          status: { status: 'revoked', revokedAt: new Date(BEFORE), reason: 1 },
        }),
      ],
    })),
    verdict: 'invalid',
    reasons: ['CERTIFICATE_REVOKED'],
  },
  {
    name: 'by nobody whom the issuer has named for it',
    make: withStore(async ({ answer, authority }) => ({
      answers: [await answer({ by: await authority.issue({ subject: 'CN=Somebody' }) })],
    })),
    verdict: 'valid',
    levels: ['B-T'],
  },
  {
    name: 'by a responder of another authority',
    make: withStore(async ({ answer, authority }) => {
      const issuer = await authority.issue({ subject: 'CN=Corpus Issuing', authority: true });
      return { answers: [await answer({ by: await authority.responder({ issuer }) })] };
    }),
    verdict: 'valid',
    levels: ['B-T'],
  },
  {
    name: 'by a responder that had ended before it answered',
    make: withStore(async ({ answer, authority }) => ({
      answers: [await answer({ by: await authority.responder({ until: BEFORE }) })],
    })),
    verdict: 'valid',
    levels: ['B-T'],
  },
  {
    name: 'about another certificate of the same issuer',
    make: withStore(async ({ answer, authority }) => ({
      answers: [await answer({ about: await authority.issue() })],
    })),
    verdict: 'valid',
    levels: ['B-T'],
  },
  {
    name: 'about the same number of another issuer',
    make: withStore(async ({ answer, authority }) => ({
      answers: [await answer({ issuer: await authority.issue({ subject: 'CN=Other', authority: true }) })],
    })),
    verdict: 'valid',
    levels: ['B-T'],
  },
  {
    name: 'changed after it was signed',
    make: withStore(async ({ answer }) => ({ answers: [changed(await answer())] })),
    verdict: 'valid',
    levels: ['B-T'],
  },
  {
    name: 'from before the signature, and over since then',
    make: said({ thisUpdate: '2026-11-10T00:00:00Z', nextUpdate: '2026-11-17T00:00:00Z' }),
    verdict: 'valid',
    levels: ['B-T'],
  },
  {
    name: 'that the certificate is not known',
    make: said({ status: { status: 'unknown' } }),
    verdict: 'valid',
    levels: ['B-T'],
  },
  {
    name: 'bytes that are no answer',
    make: withStore(async () => ({ answers: [Buffer.from('no answer')] })),
    verdict: 'indeterminate',
    reasons: ['UNCLEAR_CHANGE'],
    levels: [null],
  },
  {
    name: 'revoked before the timestamp',
    make: said({ status: { status: 'revoked', revokedAt: new Date(BEFORE), reason: 1 } }),
    verdict: 'invalid',
    reasons: ['CERTIFICATE_REVOKED'],
  },
  {
    name: 'revoked after the timestamp',
    make: said({ status: { status: 'revoked', revokedAt: new Date(AFTER), reason: 1 } }),
    verdict: 'valid_with_remarks',
    reasons: ['CERTIFICATE_REVOKED_LATER'],
  },
  {
    name: 'revoked, and no time is proven',
    make: withStore(
      async ({ answer }) => ({
        answers: [await answer({ status: { status: 'revoked', revokedAt: new Date(AFTER), reason: 0 } })],
      }),
      false,
    ),
    verdict: 'invalid',
    reasons: ['CERTIFICATE_REVOKED'],
  },
  {
    name: 'revoked, with a good answer from before beside it',
    make: withStore(async ({ answer }) => ({
      answers: [
        await answer({ thisUpdate: '2026-11-18T00:00:00Z' }),
        await answer({ status: { status: 'revoked', revokedAt: new Date(BEFORE), reason: 1 } }),
        await answer(),
      ],
    })),
    verdict: 'invalid',
    reasons: ['CERTIFICATE_REVOKED'],
  },
  {
    name: 'good, while the list says revoked',
    make: withStore(async ({ answer, authority, signer }) => ({
      answers: [await answer()],
      lists: [await authority.revocationList([{ of: signer, at: BEFORE }])],
    })),
    verdict: 'invalid',
    reasons: ['CERTIFICATE_REVOKED'],
  },
  {
    name: 'the timestamp’s own certificate was revoked before it stamped',
    make: withStore(async ({ answer, stamper }) => ({
      answers: [
        await answer(),
        await answer({
          about: stamper,
          status: { status: 'revoked', revokedAt: new Date(BEFORE), reason: 1 },
        }),
      ],
    })),
    verdict: 'valid_with_remarks',
    reasons: ['TIMESTAMP_UNTRUSTED'],
    levels: ['B-B'],
  },
  {
    name: 'the timestamp’s own certificate was revoked after it stamped, because of its key',
    make: withStore(async ({ answer, stamper }) => ({
      answers: [
        await answer(),
        await answer({
          about: stamper,
          status: { status: 'revoked', revokedAt: new Date(AFTER), reason: 1 },
        }),
      ],
    })),
    verdict: 'valid_with_remarks',
    reasons: ['TIMESTAMP_UNTRUSTED'],
    levels: ['B-B'],
  },
  {
    name: 'the timestamp’s own certificate was given up after it stamped',
    make: withStore(async ({ answer, stamper }) => ({
      answers: [
        await answer(),
        await answer({
          about: stamper,
          status: { status: 'revoked', revokedAt: new Date(AFTER), reason: 5 },
        }),
      ],
    })),
    verdict: 'valid',
    levels: ['B-LT'],
  },
];
