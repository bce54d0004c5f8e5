import type { SignerCertificate } from '@cinnabar/pki/cms/signer-certificate.js';
import { CertificateAuthority } from '@cinnabar/server/authority/certificate-authority.js';
import { Envelope } from '@cinnabar/server/custody/envelope.js';
import { LocalKeyStore } from '@cinnabar/server/custody/local-key-store.js';
import { type MasterKey, newMasterKey, openMasterKey } from '@cinnabar/server/custody/master-key.js';
import { type OpenDatabase, openDatabase } from '@cinnabar/server/database/connect.js';
import type { FreshDatabase } from './fresh-database.js';

export interface OpenCustody {
  readonly database: OpenDatabase;
  readonly masterKey: MasterKey;
  readonly envelope: Envelope;
  readonly keyStore: LocalKeyStore;
  readonly authority: CertificateAuthority;
}

/** Keys, encryption and the authority of one process; two of them on one database act as two processes. */
export function openCustody(
  { address }: FreshDatabase,
  options: { masterKey?: MasterKey; algorithm?: SignerCertificate['algorithm']; publishedAt?: string } = {},
): OpenCustody {
  const database = openDatabase({ address });
  const masterKey = options.masterKey ?? openMasterKey(newMasterKey());
  const clock = { now: () => new Date('2026-11-20T10:00:00.000Z') };
  const envelope = new Envelope({ db: database.db, masterKey, clock });
  const keyStore = new LocalKeyStore({ db: database.db, envelope, clock });
  const authority = new CertificateAuthority({
    db: database.db,
    keyStore,
    name: 'Cinnabar Test',
    pseudonym: masterKey.pseudonym,
    algorithm: options.algorithm ?? 'ecdsa-p256-sha256',
    ...(options.publishedAt === undefined ? {} : { publishedAt: options.publishedAt }),
  });
  return { database, masterKey, envelope, keyStore, authority };
}
