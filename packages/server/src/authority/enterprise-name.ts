import { distinguishedName } from '@cinnabar/pki/certificates/distinguished-name.js';
import type { EnterpriseSubject } from './signer.js';

/** ETSI EN 319 412-3: a legal person by country, organisation, registration number and common name. */
export function enterpriseName(corp: EnterpriseSubject): Uint8Array {
  return distinguishedName({
    country: 'CN',
    organization: corp.corpName,
    ...(corp.corpCode === null || corp.corpCode === ''
      ? {}
      : { organizationIdentifier: `NTRCN-${corp.corpCode}` }),
    commonName: corp.corpName,
  });
}
