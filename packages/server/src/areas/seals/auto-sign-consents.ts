/** Consents to automatic placement: each grant and each withdrawal is a permanent row. */
import type { AuthorisationId } from '@cinnabar/api/schemas/seal-author.js';
import type { IdSource } from '../../database/ids.js';
import { toJson } from '../../database/json.js';
import type { Tx } from '../../database/schema.js';
import type { AutoSignConsent, AutoSignConsentsTable } from '../../database/tables/seals.js';
import type { CorpId, UserId } from '../../operation/context.js';
import { templateRevisions } from '../templates/index.js';
import type { AuthorisationRow } from './authorisation-store.js';

export interface ConsentBy {
  readonly side: AutoSignConsentsTable['side'];
  /** null: the operator. */
  readonly userId: UserId | null;
  readonly channel: AutoSignConsent['channel'];
  readonly address: string | null;
  readonly device: string | null;
  readonly now: Date;
}

/** The record in any state, locked; null if there is none. */
export async function lockAuthorisation(
  tx: Tx,
  authorisationId: AuthorisationId,
): Promise<AuthorisationRow | null> {
  const row = await tx
    .selectFrom('seal_authorisations')
    .selectAll()
    .where('authorisation_id', '=', authorisationId)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Records the consent of one side, for the templates in their present state; the operator consents for both sides. */
export async function giveConsent(
  tx: Tx,
  ids: IdSource,
  record: AuthorisationRow,
  by: ConsentBy,
): Promise<AuthorisationRow> {
  const revisions = await templateRevisions(tx, record.corp_id, record.template_ids);
  const { side, userId, channel, now } = by;
  const consent: AutoSignConsent = { userId, channel, at: now.toISOString(), revisions };
  await noteConsent(tx, ids, record, by, { wanted: true, revisions });
  return save(tx, record, {
    auto_sign: true,
    manager_consent: side === 'member' ? record.manager_consent : consent,
    member_consent: side === 'manager' ? record.member_consent : consent,
  });
}

/** Either side alone can end it; it resumes only after both consent again. */
export async function takeConsentBack(
  tx: Tx,
  ids: IdSource,
  record: AuthorisationRow,
  by: ConsentBy,
): Promise<AuthorisationRow> {
  await noteConsent(tx, ids, record, by, { wanted: false, revisions: {} });
  return save(tx, record, { auto_sign: false, manager_consent: null, member_consent: null });
}

type Consents = Pick<AuthorisationRow, 'auto_sign' | 'manager_consent' | 'member_consent'>;

async function save(
  tx: Tx,
  { corp_id, authorisation_id }: { readonly corp_id: CorpId; readonly authorisation_id: AuthorisationId },
  { auto_sign, manager_consent, member_consent }: Consents,
): Promise<AuthorisationRow> {
  return tx
    .updateTable('seal_authorisations')
    .set({
      auto_sign,
      manager_consent: manager_consent === null ? null : toJson(manager_consent),
      member_consent: member_consent === null ? null : toJson(member_consent),
    })
    .where('corp_id', '=', corp_id)
    .where('authorisation_id', '=', authorisation_id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function noteConsent(
  tx: Tx,
  ids: IdSource,
  { corp_id, authorisation_id }: AuthorisationRow,
  { side, userId, channel, address, device, now }: ConsentBy,
  { wanted, revisions }: { readonly wanted: boolean; readonly revisions: AutoSignConsent['revisions'] },
): Promise<void> {
  await tx
    .insertInto('auto_sign_consents')
    .values({
      entry_id: await ids.next<'AutoSignConsent'>(),
      corp_id,
      authorisation_id,
      side,
      wanted,
      user_id: userId,
      channel,
      revisions: toJson(revisions),
      address,
      device,
      created_at: now,
    })
    .execute();
}
