/** All SQL of pending registrations. */
import type { Id } from '@cinnabar/api/schema.js';
import type { FlowId, ParticipantId } from '@cinnabar/api/schemas/flow.js';
import type { Insertable, Selectable } from 'kysely';
import type { Db, Tx } from '../../database/schema.js';
import type { CorpRegistrationsTable } from '../../database/tables/registrations.js';
import type { UserId } from '../../operation/context.js';

export type RegistrationId = Id<'CorpRegistration'>;
export type RegistrationRow = Selectable<CorpRegistrationsTable>;

interface PartKey {
  readonly userId: UserId;
  readonly flowId: FlowId;
  readonly participantId: ParticipantId;
}

/** A registration by the person of a part, still undecided. */
export async function waitingRegistration(
  db: Db,
  { userId, flowId, participantId }: PartKey,
  now: Date,
): Promise<RegistrationRow | null> {
  const row = await db
    .selectFrom('corp_registrations')
    .selectAll()
    .where('user_id', '=', userId)
    .where('flow_id', '=', flowId)
    .where('participant_id', '=', participantId)
    .where('state', '=', 'waiting')
    .where('expire_time', '>', now)
    .executeTakeFirst();
  return row ?? null;
}

/** Replaces an earlier registration by the same person for the part. */
export async function insertRegistration(
  tx: Tx,
  registration: Insertable<CorpRegistrationsTable>,
): Promise<void> {
  await tx
    .updateTable('corp_registrations')
    .set({ state: 'replaced', decided_at: registration.created_at })
    .where('user_id', '=', registration.user_id)
    .where('flow_id', '=', registration.flow_id)
    .where('participant_id', '=', registration.participant_id)
    .where('state', '=', 'waiting')
    .execute();
  await tx.insertInto('corp_registrations').values(registration).execute();
}

export async function findRegistration(
  db: Db,
  registrationId: RegistrationId,
): Promise<RegistrationRow | null> {
  const row = await db
    .selectFrom('corp_registrations')
    .selectAll()
    .where('registration_id', '=', registrationId)
    .executeTakeFirst();
  return row ?? null;
}

export async function lockRegistration(
  tx: Tx,
  registrationId: RegistrationId,
): Promise<RegistrationRow | null> {
  const row = await tx
    .selectFrom('corp_registrations')
    .selectAll()
    .where('registration_id', '=', registrationId)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export async function decideRegistration(
  tx: Tx,
  registrationId: RegistrationId,
  state: 'confirmed' | 'rejected',
  reason: string | null,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('corp_registrations')
    .set({ state, reason, decided_at: now })
    .where('registration_id', '=', registrationId)
    .execute();
}

/** Registrations that can still be confirmed, oldest first. */
export async function listWaitingRegistrations(db: Db, now: Date): Promise<readonly RegistrationRow[]> {
  return db
    .selectFrom('corp_registrations')
    .selectAll()
    .where('state', '=', 'waiting')
    .where('expire_time', '>', now)
    .orderBy('created_at')
    .orderBy('registration_id')
    .execute();
}
