/** Compares a claimed identity with the known one. */
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

/** Whether name and number match the known ones. */
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
