import type { VerificationPolicy } from '@cinnabar/pdf/verify/verify-document.js';
import { allCertificates } from '@cinnabar/server/authority/certificate-store.js';
import { externalRoots } from '@cinnabar/server/authority/external/store.js';
import { storedRevocationLists } from '@cinnabar/server/authority/revocation-store.js';
import { PLATFORM } from '@cinnabar/server/custody/envelope.js';
import { readSignatureTrust } from '@cinnabar/server/settings/signature-trust.js';
import { readTimestampTrust } from '@cinnabar/server/settings/timestamp-trust.js';
import type { Platform } from './open-platform.js';

/** Trusts the authority of this service, from its database, and those that its settings name. */
export async function platformPolicy({ config, database, services }: Platform): Promise<VerificationPolicy> {
  const { db } = database;
  const roots = await allCertificates(db, PLATFORM, 'root');
  return {
    trusted: [
      ...roots.map(({ certificate }) => certificate),
      ...(await externalRoots(db)),
      ...(await readSignatureTrust(config)),
    ],
    trustedForTimestamps: (await readTimestampTrust(config)).map(({ bytes }) => bytes),
    revocationLists: await storedRevocationLists(db),
    now: services.clock.now(),
  };
}
