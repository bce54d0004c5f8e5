import { makeOwnVerifier, setOwnPassword } from '@cinnabar/server/areas/members/index.js';
import { transact } from '@cinnabar/server/database/transact.js';
import type { RunningApp } from './app.js';
import type { Person } from './given-enterprise.js';

/** Sets the person's signing password on their own page, without an application. */
export async function givenOwnPassword(
  { app }: RunningApp,
  { userId, signPwd }: Pick<Person, 'userId' | 'signPwd'>,
): Promise<void> {
  const verifier = await makeOwnVerifier(app.services, userId, signPwd);
  await transact(app.database.db, (tx) => setOwnPassword(tx, userId, verifier));
}
