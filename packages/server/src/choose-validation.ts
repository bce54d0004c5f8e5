import { readTimestampTrust } from './choose-timestamps.js';
import type { Config } from './config.js';
import type { CertificateAuthority } from './trust/certificate-authority.js';
import type { OcspResponder } from './trust/ocsp-responder.js';
import { OwnRevocation } from './trust/own-revocation.js';
import { parseCertificate } from './trust/parsed-certificate.js';
import { PublishedRevocation } from './trust/published-revocation.js';
import type { RevocationLists } from './trust/revocation.js';
import type { ValidationTrust } from './trust/validation-data.js';

/** ms for one list of another authority; nobody waits for it but a job. */
const DEADLINE_MS = 15_000;

/**
 * What documents are archived by: the built-in authority, and what the operator trusts of timestamp authorities.
 * @throws InvalidSetting where the trusted certificates cannot be read
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
      new PublishedRevocation({ deadlineMs: DEADLINE_MS, onFailure }),
    ],
    anchors: async () => [...(await authority.trustAnchors()).map(parseCertificate), ...others],
  };
}
