/** Persons' certificates that another authority issues for one act. */
// @module-tag openssl
import { certificatesInPem, pemBlock } from '@cinnabar/pki/asn1/pem.js';
import { distinguishedName } from '@cinnabar/pki/certificates/distinguished-name.js';
import { certifyPersons } from '@cinnabar/server/areas/certificates/index.js';
import { externalPersonSigner } from '@cinnabar/server/authority/external/person-signer.js';
import { externalRoots } from '@cinnabar/server/authority/external/store.js';
import { fitsSignature } from '@cinnabar/server/custody/fits-signature.js';
import type { CertificateOrder, CertificateSource } from '@cinnabar/server/providers/certificates/port.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ExternalAuthority } from '../support/external-authority.js';
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.js';
import { type OpenCustody, openCustody } from '../support/open-custody.js';

let authority: ExternalAuthority;
let fresh: FreshDatabase;
let custody: OpenCustody;

beforeAll(async () => {
  authority = await ExternalAuthority.open();
  fresh = await freshDatabase();
  custody = openCustody(fresh);
}, 60_000);
afterAll(async () => {
  await custody.database.close();
  await fresh.drop();
  await authority.close();
});

const orders: CertificateOrder[] = [];
const chainOf = ({ request }: CertificateOrder, subject?: string) =>
  Buffer.from(
    authority.chainFor(pemBlock('CERTIFICATE REQUEST', request), {
      days: 1,
      ...(subject === undefined ? {} : { subject }),
    }),
  );
const issuing = (subject?: string): CertificateSource => ({
  async order(order) {
    orders.push(order);
    return { state: 'issued', files: [chainOf(order, subject)] };
  },
});

function signerBy(source: CertificateSource, limitMs?: number) {
  const roots = certificatesInPem(authority.rootPem).map(({ bytes }) => bytes);
  return externalPersonSigner(
    { db: custody.database.db, certifier: certifyPersons(source, roots, limitMs) },
    {
      ...{ name: '张伟', pseudonym: 'ABCD', algorithm: 'P-256', now: new Date() },
      subject: distinguishedName({ serialNumber: 'ABCD', commonName: '张伟' }),
    },
  );
}

describe('the certificate of a person by another authority', () => {
  it('is of a new key, names the person, and leads to a root that is kept', async () => {
    const signer = await signerBy(issuing());
    expect(orders).toMatchObject([
      { kind: 'person', isRenewal: false, isPending: false, subject: { name: '张伟', code: 'ABCD' } },
    ]);
    const [leaf] = certificatesInPem(pemBlock('CERTIFICATE', signer.certificate.certificate));
    const data = Buffer.from('a hash');
    expect(fitsSignature(leaf?.publicKeyInfo ?? data, data, await signer.sign(data))).toBe(true);
    expect(signer.certificate.chain).toHaveLength(2);
    expect(await externalRoots(custody.database.db)).toHaveLength(1);
    signer.release();
    await expect(signer.sign(data)).rejects.toThrow(/KEY_DESTROYED/);
  });

  it('is waited for while it is pending, but not for ever', async () => {
    let asked = 0;
    const { order } = issuing();
    const slow: CertificateSource = {
      order: async (given) => (asked++ === 0 ? { state: 'pending', retryAfterSeconds: 0 } : order(given)),
    };
    (await signerBy(slow)).release();
    expect(orders.at(-1)).toMatchObject({ isPending: true });
    const endless: CertificateSource = { order: async () => ({ state: 'pending', retryAfterSeconds: 0 }) };
    await expect(signerBy(endless, 700)).rejects.toThrow(/timeout: it is pending/);
    const silent: CertificateSource = { order: () => new Promise(() => undefined) };
    await expect(signerBy(silent, 50)).rejects.toThrow(/timeout/);
  });

  it('is refused for another person, for another key, and as garbage', async () => {
    await expect(signerBy(issuing('/CN=Somebody Else'))).rejects.toThrow(/OTHER_NAME/);
    const [first] = orders;
    if (first === undefined) throw new Error('nothing was ordered');
    const foreign = chainOf(first);
    const other: CertificateSource = { order: async () => ({ state: 'issued', files: [foreign] }) };
    await expect(signerBy(other)).rejects.toThrow(/OTHER_KEY/);
    const garbage: CertificateSource = {
      order: async () => ({ state: 'issued', files: [Buffer.from('<html>')] }),
    };
    await expect(signerBy(garbage)).rejects.toThrow(/UNREADABLE/);
  });
});
