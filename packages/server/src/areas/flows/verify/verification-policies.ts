import type { VerificationPolicy } from '@cinnabar/pdf/verify/verify-document.js';
import type { Services } from '../../../operation/services.js';
import { readTimestampTrust } from '../../../settings/timestamp-trust.js';

/**
 * Trust anchors of the service: for signatures its own roots and those of the authorities that issued certificates to
 * enterprises, for timestamps those of the configured authorities.
 */
export async function serviceTrustAnchors({
  authority,
  config,
}: Pick<Services, 'authority' | 'config'>): Promise<
  Required<Pick<VerificationPolicy, 'trusted' | 'trustedForTimestamps'>>
> {
  const others = await readTimestampTrust(config);
  return {
    trusted: [...(await authority.trustAnchors()), ...(await authority.externalRoots())],
    trustedForTimestamps: others.map(({ bytes }) => bytes),
  };
}

/** Policy for the service's own files: its trust anchors, with everything its authority has revoked so far. */
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

/** Policy for any file: the service's own trust anchors, and those of other authorities that the operator trusts. */
export async function policyForAnyFile(
  services: Pick<Services, 'authority' | 'config' | 'revocationLists' | 'signatureTrust'>,
  now: Date,
): Promise<VerificationPolicy> {
  const own = await policyForOwnFiles(services, now);
  return { ...own, trusted: [...own.trusted, ...services.signatureTrust] };
}
