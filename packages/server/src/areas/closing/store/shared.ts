import { type RawBuilder, sql } from 'kysely';
import type { CorpId } from '../../../operation/context.js';

/**
 * Condition on a row of flows of the enterprise: it was started, and another enterprise or a person for themselves has
 * a part or a copy, or a payment belongs to it. Such a contract is theirs, too, and stays.
 */
export function isShared(corpId: CorpId): RawBuilder<boolean> {
  return sql<boolean>`(
    (flows.started_at is not null and (
      exists (
        select from flow_participants part where part.corp_id = flows.corp_id and part.flow_id = flows.flow_id
          and (part.type = 'person' or part.participant_corp_id is distinct from ${corpId})
      ) or exists (
        select from flow_copiers copier where copier.corp_id = flows.corp_id and copier.flow_id = flows.flow_id
          and (copier.type = 'person' or copier.copier_corp_id is distinct from ${corpId})
      )
    )) or exists (
      select from pay_orders pay where pay.flow_corp_id = flows.corp_id and pay.flow_id = flows.flow_id
    )
  )`;
}
