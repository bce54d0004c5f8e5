import { parseCertificate } from '@cinnabar/pki/certificates/parsed-certificate.js';
import { PublishedRevocation } from '@cinnabar/pki/revocation/published-revocation.js';
import type { ValidationTrust } from '@cinnabar/pki/revocation/validation-data.js';
import type { CertificateAuthority } from '../authority/certificate-authority.js';
import type { OcspResponder } from '../authority/ocsp-responder.js';
import { OwnRevocation } from '../authority/own-revocation.js';
import type { RevocationLists } from '../authority/revocation.js';
import { AddressGuard } from '../outbound/address-guard.js';
import { fetcherOf } from '../outbound/fetch-published.js';
import type { Config } from '../settings/config.js';
import { readTimestampTrust } from '../settings/timestamp-trust.js';

/** ms for one list or response of another authority; only a job waits for it. */
const DEADLINE_MS = 15_000;
/** Lists of large authorities have several megabytes. */
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Trust anchors and revocation sources for archiving: the built-in authority, those that issued certificates to
 * enterprises, and the timestamp authorities that the operator trusts.
 * @throws InvalidSetting if the trusted certificates cannot be read
 */
export async function chooseValidation(
  config: Config,
  own: { authority: CertificateAuthority; lists: RevocationLists; responder: OcspResponder },
  onFailure: (detail: string) => void,
): Promise<ValidationTrust> {
  const { authority, lists, responder } = own;
  const others = await readTimestampTrust(config);
  return {
    sources: [
      new OwnRevocation({ authority: authority.certificates, lists, responder }),
      new PublishedRevocation({
        fetch: fetcherOf({
          guard: new AddressGuard(config.revocationNetworks),
          deadlineMs: DEADLINE_MS,
          maxBytes: MAX_BYTES,
        }),
        onFailure,
      }),
    ],
    anchors: async () => {
      const anchors = [...(await authority.trustAnchors()), ...(await authority.externalRoots())];
      return [...anchors.map(parseCertificate), ...others];
    },
  };
}
