/** Comparing who somebody is said to be with who they are known as. */
import { sameSecret } from '../../custody/secrets.js';
import { nameKey } from './rules.js';

interface KnownIdentity {
  readonly realName: string | null;
  readonly identNumIndex: string | null;
}

interface GivenIdentity {
  readonly realName: string;
  readonly identNumIndex: string;
}

/** Whether name and number are those that are known. */
export function sameIdentity(known: KnownIdentity, given: GivenIdentity): boolean {
  const isSame = sameNumber(known, given);
  return isSame && known.realName !== null && nameKey(known.realName) === nameKey(given.realName);
}

export function sameNumber(
  { identNumIndex }: Pick<KnownIdentity, 'identNumIndex'>,
  given: Pick<GivenIdentity, 'identNumIndex'>,
): boolean {
  return sameSecret(given.identNumIndex, identNumIndex ?? '');
}
