import type { Db } from '../../../database/schema.js';
import { type PasswordOrigin, passwordOrigin } from '../../members/index.js';
import type { Participant } from '../flow/flow.js';

/** An application may have set the password of a membership; the evidence records this. */
export async function passwordOf(
  db: Db,
  { authType }: { readonly authType: string },
  { type, corpId, psnId }: Participant,
): Promise<PasswordOrigin | null> {
  const isOfMember = authType === 'pwd' && type === 'enterprise' && corpId !== null;
  return isOfMember ? passwordOrigin(db, corpId, psnId) : null;
}
