import { KeyUsageFlags } from '@peculiar/x509';
import type { CorpusCase, Ingredients } from '../support/pdf/corpus-case.js';
import { stream, updated } from '../support/pdf/raw-pdf.js';
import { CONTRACT, padesOf, signedContract } from '../support/pdf/signed-contract.js';
import { type CertificateOptions, tokenOf } from '../support/pdf/test-authority.js';

const TIME = '2026-11-20T08:00:00Z';

const signedBy =
  (options: CertificateOptions) =>
  async ({ authority }: Ingredients): Promise<Buffer> =>
    signedContract(await authority.issue(options));

/** Issued by an authority created for this request. */
const below =
  (options: CertificateOptions, leaf: CertificateOptions = {}) =>
  async ({ authority }: Ingredients): Promise<Buffer> => {
    const issuer = await authority.issue({ subject: 'CN=Corpus Issuing', authority: true, ...options });
    return signedContract(await authority.issue({ ...leaf, issuer }));
  };

/** Signed with a certificate of the first request and stamped with one of the second, at that time. */
const stamped =
  (
    options: CertificateOptions,
    stamper: CertificateOptions,
    time: string,
    over: (value: Uint8Array) => Uint8Array = (value) => value,
  ) =>
  async ({ authority }: Ingredients): Promise<Buffer> => {
    const signer = await authority.issue(options);
    const timestamper = await authority.timestamper(stamper);
    return signedContract(signer, {
      cms: (covered) => padesOf(covered, signer, (value) => tokenOf(over(value), timestamper, time)),
    });
  };

/** A stamped signature whose certificate was revoked at that time, according to a CRL in the DSS. */
const revokedAt =
  (at: string, withStamp = true) =>
  async ({ authority }: Ingredients): Promise<Buffer> => {
    const signer = await authority.issue({ subject: 'CN=Revoked' });
    const timestamper = await authority.timestamper();
    const file = await signedContract(signer, {
      cms: (covered) =>
        padesOf(covered, signer, withStamp ? (value) => tokenOf(value, timestamper, TIME) : undefined),
    });
    const list = (await authority.revocationList([{ of: signer, at }])).toString('latin1');
    return updated(file, {
      objects: {
        1: (CONTRACT[1] ?? '').replace(/>>$/, ' /DSS 20 0 R>>'),
        20: '<</Type /DSS /CRLs [21 0 R]>>',
        21: stream(list),
      },
    });
  };

export const certificateFaults: readonly CorpusCase[] = [
  {
    name: 'an authority that is not trusted',
    make: ({ stranger }) => signedContract(stranger),
    verdict: 'indeterminate',
    reasons: ['CHAIN_UNTRUSTED'],
  },
  {
    name: 'a certificate that has ended',
    make: signedBy({ until: '2026-11-20T12:00:00Z' }),
    verdict: 'indeterminate',
    reasons: ['CERTIFICATE_EXPIRED'],
  },
  {
    name: 'a certificate that has not begun',
    make: signedBy({ from: '2027-01-01T00:00:00Z' }),
    verdict: 'indeterminate',
    reasons: ['CERTIFICATE_NOT_YET_VALID'],
  },
  {
    name: 'a certificate that has ended, stamped while it was valid',
    make: stamped({ until: '2026-11-20T12:00:00Z' }, {}, TIME),
    verdict: 'valid',
    levels: ['B-T'],
  },
  {
    name: 'a certificate that had ended when it was stamped',
    make: stamped({ until: '2026-11-20T07:00:00Z' }, {}, TIME),
    verdict: 'indeterminate',
    reasons: ['CERTIFICATE_EXPIRED'],
  },
  {
    name: 'a timestamp over another value',
    make: stamped({ until: '2026-11-20T12:00:00Z' }, {}, TIME, () => Buffer.from('other')),
    verdict: 'indeterminate',
    reasons: ['TIMESTAMP_INVALID', 'CERTIFICATE_EXPIRED'],
    levels: ['B-B'],
  },
  {
    name: 'a timestamp by a certificate that is not for timestamps',
    make: stamped({ until: '2026-11-20T12:00:00Z' }, { purposes: ['1.3.6.1.5.5.7.3.36'] }, TIME),
    verdict: 'indeterminate',
    reasons: ['TIMESTAMP_UNTRUSTED', 'CERTIFICATE_EXPIRED'],
  },
  {
    name: 'a timestamp by a certificate that is for other things too',
    make: stamped({}, { purposes: ['1.3.6.1.5.5.7.3.8', '1.3.6.1.5.5.7.3.36'] }, TIME),
    verdict: 'valid_with_remarks',
    reasons: ['TIMESTAMP_UNTRUSTED'],
    levels: ['B-B'],
  },
  {
    name: 'a timestamp by a certificate that has ended since, without another to prove it',
    make: stamped({ until: '2026-11-20T12:00:00Z' }, { until: '2026-11-20T20:00:00Z' }, TIME),
    verdict: 'indeterminate',
    reasons: ['TIMESTAMP_UNTRUSTED', 'CERTIFICATE_EXPIRED'],
  },
  {
    name: 'a timestamp from the future',
    make: stamped({}, {}, '2030-01-01T00:00:00Z'),
    verdict: 'valid_with_remarks',
    reasons: ['TIMESTAMP_FUTURE'],
    levels: ['B-B'],
  },
  {
    name: 'a timestamp by an authority whose clock is a minute ahead',
    make: stamped({}, {}, '2026-11-21T08:01:00Z'),
    verdict: 'valid',
    levels: ['B-T'],
  },
  {
    name: 'a certificate for encryption only',
    make: signedBy({ usage: KeyUsageFlags.keyEncipherment }),
    verdict: 'indeterminate',
    reasons: ['KEY_USAGE'],
  },
  {
    name: 'a certificate of a web server',
    make: signedBy({ purposes: ['1.3.6.1.5.5.7.3.1'] }),
    verdict: 'indeterminate',
    reasons: ['KEY_USAGE'],
  },
  {
    name: 'a certificate for signing documents',
    make: signedBy({ purposes: ['1.3.6.1.5.5.7.3.36'] }),
    verdict: 'valid',
  },
  {
    name: 'issued by a certificate that is no authority',
    make: below({ authority: false }),
    verdict: 'indeterminate',
    reasons: ['CHAIN_CONSTRAINT'],
  },
  {
    name: 'issued by an authority that may not issue',
    make: below({ usage: KeyUsageFlags.digitalSignature }),
    verdict: 'indeterminate',
    reasons: ['CHAIN_CONSTRAINT'],
  },
  {
    name: 'one authority too many',
    make: async ({ authority }) => {
      const first = await authority.issue({ subject: 'CN=First', authority: true, pathLength: 0 });
      const second = await authority.issue({ subject: 'CN=Second', authority: true, issuer: first });
      return signedContract(await authority.issue({ issuer: second }));
    },
    verdict: 'indeterminate',
    reasons: ['CHAIN_CONSTRAINT'],
  },
  {
    name: 'an issuing authority that has ended',
    make: below({ until: '2026-11-01T00:00:00Z' }),
    verdict: 'indeterminate',
    reasons: ['CERTIFICATE_EXPIRED'],
  },
  {
    name: 'a critical extension that nobody knows',
    make: signedBy({ unknown: true }),
    verdict: 'indeterminate',
    reasons: ['CHAIN_CONSTRAINT'],
  },
  {
    name: 'an issuing authority that was certified over SHA-1',
    make: below({ hash: 'SHA-1' }),
    verdict: 'indeterminate',
    reasons: ['ALGORITHM_WEAK'],
  },
  {
    name: 'an issuing authority that was certified over SHA-1, and over SHA-256 as well',
    make: async ({ authority }) => {
      const options = { subject: 'CN=Renewed Issuing', authority: true };
      const old = await authority.issue({ ...options, hash: 'SHA-1' });
      const renewed = await authority.issue({ ...options, keysOf: old });
      const { certificate, sign } = await authority.issue({ issuer: old });
      const chain = [old.certificate.certificate, renewed.certificate.certificate, ...old.certificate.chain];
      return signedContract({ certificate: { ...certificate, chain }, sign });
    },
    verdict: 'valid',
  },
  {
    name: 'an issuing authority between',
    make: below({}),
    verdict: 'valid',
  },
  {
    name: 'a certificate in the name of the authority, signed by another key',
    make: async ({ authority }) => {
      const impostor = await authority.issue({ subject: 'CN=Corpus Root', authority: true });
      const leaf = await authority.issue({ issuer: impostor });
      return signedContract({ ...leaf, certificate: { ...leaf.certificate, chain: [] } });
    },
    verdict: 'indeterminate',
    reasons: ['CHAIN_UNTRUSTED'],
  },
  {
    name: 'revoked before it was stamped',
    make: revokedAt('2026-11-19T00:00:00Z'),
    verdict: 'invalid',
    reasons: ['CERTIFICATE_REVOKED'],
  },
  {
    name: 'revoked, and no time is proven',
    make: revokedAt('2026-11-20T10:00:00Z', false),
    verdict: 'invalid',
    reasons: ['CERTIFICATE_REVOKED'],
  },
  {
    name: 'revoked after it was stamped',
    make: revokedAt('2026-11-20T10:00:00Z'),
    verdict: 'valid_with_remarks',
    reasons: ['CERTIFICATE_REVOKED_LATER'],
  },
];
