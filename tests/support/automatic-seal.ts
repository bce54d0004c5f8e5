import { addSealAuthor, getSealAuthorList } from '@cinnabar/api/operations/seals.js';
import type { SealId } from '@cinnabar/api/schemas/seal.js';
import type { AuthorisationId } from '@cinnabar/api/schemas/seal-author.js';
import { setAutoSign } from '@cinnabar/server/areas/seals/index.js';
import { transact } from '@cinnabar/server/database/transact.js';
import type { RunningApp } from './app.js';
import type { Enterprise, Person } from './given-enterprise.js';
import type { GivenTemplate } from './given-flow.js';

/** A record that requests automatic placement and waits for both consents. */
export async function askedForAutomatic(
  { owner }: Enterprise,
  sealId: SealId,
  person: Pick<Person, 'userId'>,
  template: Pick<GivenTemplate, 'templateId'>,
  proof: { readonly authType?: 'sms'; readonly verifyCode?: string } = {},
): Promise<AuthorisationId> {
  await owner.client.data(addSealAuthor, {
    sealId,
    authorMemberRange: 1,
    userIdList: [{ userId: person.userId }],
    authorRole: 'SEAL_USER',
    authorRange: 1,
    templatesList: [{ templateId: template.templateId }],
    autoSign: 1,
    ...proof,
  });
  const [record] = await owner.client.data(getSealAuthorList, { sealId });
  if (record === undefined) throw new Error('the record is not there');
  return record.id;
}

/** The operator enables it for both sides. */
export async function switchedOn({ app }: RunningApp, authorisationId: AuthorisationId): Promise<void> {
  const { database, services } = app;
  const now = services.clock.now();
  const record = await transact(database.db, (tx) =>
    setAutoSign(tx, services.ids, authorisationId, true, now),
  );
  if (typeof record === 'string') throw new Error(record);
}
