import { SealStatus } from '@cinnabar/api/enums.js';
import { rights } from '@cinnabar/api/permissions.js';
import type { FlowId, ParticipantId } from '@cinnabar/api/schemas/flow.js';
import { sql } from 'kysely';
import type { Db } from '../../../../database/schema.js';
import type { CorpId } from '../../../../operation/context.js';
import type { WaitFacts } from '../rules/why-waiting.js';

/** A participant for whom a flow waits. */
export interface AwaitedPart {
  /** The initiating enterprise. */
  readonly corpId: CorpId;
  readonly flowId: FlowId;
  readonly participantId: ParticipantId;
  /** Start of their turn. */
  readonly since: Date;
}

/** Facts about each of the participants, by one statement, whatever their number. */
export async function waitFactsOf(
  db: Db,
  parts: readonly AwaitedPart[],
  now: Date,
): Promise<ReadonlyMap<ParticipantId, WaitFacts>> {
  if (parts.length === 0) return new Map();
  const { rows } = await sql<WaitFacts & { readonly participantId: ParticipantId }>`
    select
      part.participant_id as "participantId",
      ${placesForOwnCorp} and ${isAutomatic(now, false)} and not ${isAutomatic(now, true)} as "automaticExpired",
      not (${placesForOwnCorp}) or ${hasUsableSeal(now)} as "hasSeal",
      ${isDisowned} as disowned,
      person.mobile is not null and not exists (
        select from sms_rejections rejection
        where rejection.mobile = person.mobile
          and rejection.rejected_at >= coalesce((select max(link.created_at) ${linksToPart}), given.since)
      ) as reached,
      exists (select ${linksToPart} and link.entered_at is not null) as opened,
      part.type = 'person' or part.participant_corp_id is not null as "corpRegistered",
      part.type = 'person' or coalesce(member.state = 'valid', false) as joined,
      case when part.type = 'person' then person.verified_at is not null
        else coalesce(corp.ident_status = 'identified', false) and coalesce(
          (member.confirmed_at is not null and person.verified_at is not null) or member.asserted_name is not null, false
        )
      end as verified
    from unnest(
      ${parts.map(({ corpId }) => corpId)}::bigint[], ${parts.map(({ flowId }) => flowId)}::bigint[],
      ${parts.map(({ participantId }) => participantId)}::bigint[],
      ${parts.map(({ since }) => since.toISOString())}::timestamptz[]
    ) as given (corp_id, flow_id, participant_id, since)
    join flows flow on flow.corp_id = given.corp_id and flow.flow_id = given.flow_id
    join flow_participants part on part.corp_id = given.corp_id and part.flow_id = given.flow_id
      and part.participant_id = given.participant_id
    join users person on person.user_id = part.psn_id
    left join corps corp on corp.corp_id = part.participant_corp_id
    left join members member on member.corp_id = part.participant_corp_id and member.user_id = part.psn_id
  `.execute(db);
  return new Map(rows.map(({ participantId, ...facts }) => [participantId, facts]));
}

/** Of the seals of other enterprises nothing is told. */
const placesForOwnCorp = sql`
  (part.signs and part.type = 'enterprise' and part.participant_corp_id is not distinct from part.corp_id
    and flow.status = 2)`;

/** Every message to the person has a link of its own. */
const linksToPart = sql`
  from link_grants link
  where link.subject ? 'participantId' and (link.subject ->> 'participantId')::bigint = part.participant_id
    and link.user_id = part.psn_id`;

/** One occasion for the part, its person and their mobile: disownedOccasion of notices.ts. */
const isDisowned = sql`exists (
  select from flow_notices notice
  where notice.corp_id = part.corp_id and notice.flow_id = part.flow_id
    and notice.occasion = concat_ws(
      ' ', 'disowned', part.participant_id, part.psn_id,
      nullif((select count(*) from mobile_changes change where change.user_id = part.psn_id), 0)
    )
)`;

const coversTemplate = sql`(held.author_range = 0 or flow.template_id = any(held.template_ids))`;

/** Whether an authorisation for automatic placement with both consents is in force, or has expired. */
function isAutomatic(now: Date, inForce: boolean) {
  const period = inForce
    ? sql`held.effective_at <= ${now} and (held.expire_at is null or held.expire_at > ${now})`
    : sql`held.expire_at <= ${now}`;
  return sql`exists (
    select from seal_authorisations held
    where held.corp_id = part.corp_id and held.user_id = part.psn_id and held.auto_sign
      and held.manager_consent is not null and held.member_consent is not null and held.withdrawn_at is null
      and ${coversTemplate} and ${period}
  )`;
}

function hasUsableSeal(now: Date) {
  return sql`exists (
    select from seals seal
    where seal.corp_id = part.corp_id and seal.status = ${SealStatus.enabled} and seal.deleted_at is null
      and (
        member.roles && ${rights.manageSeals}::text[]
        or exists (
          select from seal_authorisations held
          where held.corp_id = part.corp_id and held.user_id = part.psn_id and held.seal_id = seal.seal_id
            and held.withdrawn_at is null and held.effective_at <= ${now}
            and (held.expire_at is null or held.expire_at > ${now}) and ${coversTemplate}
        )
      )
  )`;
}
