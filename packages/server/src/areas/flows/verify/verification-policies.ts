import type { VerificationPolicy } from '@cinnabar/pdf/verify/verify-document.js';
import type { Services } from '../../../operation/services.js';
import { readTimestampTrust } from '../../../settings/timestamp-trust.js';

/**
 * Trust anchors of the service: its own roots for signatures, and those of the configured authorities for timestamps.
 */
export async function serviceTrustAnchors({
  authority,
  config,
}: Pick<Services, 'authority' | 'config'>): Promise<
  Required<Pick<VerificationPolicy, 'trusted' | 'trustedForTimestamps'>>
> {
  const others = await readTimestampTrust(config);
  return {
    trusted: await authority.trustAnchors(),
    trustedForTimestamps: others.map(({ bytes }) => bytes),
  };
}

/** What our own files are verified by: our trust, with all that our authority has revoked until now. */
export async function policyForOwnFiles(
  services: Pick<Services, 'authority' | 'config' | 'revocationLists'>,
  now: Date,
): Promise<VerificationPolicy> {
  return {
    ...(await serviceTrustAnchors(services)),
    revocationLists: await services.revocationLists.all(now),
    now,
  };
}

/** What files of anybody are verified by: ours, and the authorities of others that the operator trusts. */
export async function policyForAnyFile(
  services: Pick<Services, 'authority' | 'config' | 'revocationLists' | 'signatureTrust'>,
  now: Date,
): Promise<VerificationPolicy> {
  const own = await policyForOwnFiles(services, now);
  return { ...own, trusted: [...own.trusted, ...services.signatureTrust] };
}
