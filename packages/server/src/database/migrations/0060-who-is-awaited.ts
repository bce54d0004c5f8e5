import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/**
 * Lists now show that a payment is awaited from participants who have signed but not paid. Open approvals state whom
 * they await, and that their requester is not awaited.
 */
export const migration: Migration = {
  async up(db) {
    await sql`
      update flow_inbox inbox set my_turn = true, operate_status = 4
      from flow_participants payer
      join flows flow on flow.corp_id = payer.corp_id and flow.flow_id = payer.flow_id
      where payer.payee_amount_fen is not null and not payer.payee_paid and payer.sign_status = 3
        and flow.status in (1, 2, 3) and flow.deleted_at is null
        and inbox.flow_id = flow.flow_id and inbox.user_id = payer.psn_id and inbox.operate_status = 0
        and (payer.type = 'person' or inbox.viewer_corp_id = payer.participant_corp_id)
    `.execute(db);
    await sql`update flow_inbox set my_turn = false, operate_status = 0 where operate_status = 3`.execute(db);
    await sql`
      insert into flow_inbox (
        viewer_corp_id, user_id, flow_id, owner_corp_id, owner_corp_name, flow_code, title, status, description,
        initiator_id, initiator_name, confidential, source_order_code, batch_id, created_at, started_at, finished_at,
        deadline, signer_mobiles, signer_corps, signer_names,
        initiated, takes_part, copied, my_turn, my_unfinished, operate_status
      )
      select distinct on (approver.corp_id, approver.user_id, whole.flow_id)
        approver.corp_id, approver.user_id, whole.flow_id, whole.owner_corp_id, whole.owner_corp_name, whole.flow_code,
        whole.title, whole.status, whole.description, whole.initiator_id, whole.initiator_name, whole.confidential,
        whole.source_order_code, whole.batch_id, whole.created_at, whole.started_at, whole.finished_at, whole.deadline,
        whole.signer_mobiles, whole.signer_corps, whole.signer_names, false, false, false, true, false, 3
      from approvals approval
      join approval_approvers approver
        on approver.corp_id = approval.corp_id and approver.approval_id = approval.approval_id
      join flow_inbox whole
        on whole.flow_id = approval.flow_id and whole.viewer_corp_id = approval.flow_corp_id and whole.user_id = 0
      where approval.status = 1 and approver.user_id <> approval.requester_id
      on conflict (viewer_corp_id, user_id, flow_id) do update set
        my_turn = true,
        operate_status = case flow_inbox.operate_status when 0 then 3 else flow_inbox.operate_status end
    `.execute(db);
  },
};
