import { PartyType } from '@cinnabar/api/enums.js';
import type { Infer } from '@cinnabar/api/schema.js';
import type { flowListItem } from '@cinnabar/api/schemas/flow.js';
import type { FoundFlow } from './store/find-in-inbox.js';
import { type ExplainRow, waitingView } from './waiting-in-lists.js';

/** A flow as lists show it. */
export function flowListItemView(row: FoundFlow, explain: ExplainRow): Infer<typeof flowListItem> {
  return {
    flowId: row.flow_id,
    corpName: row.owner_corp_name,
    flowCode: row.flow_code,
    flowTitle: row.title,
    flowStatus: row.status,
    flowDesc: row.description,
    operateStatus: row.operate_status,
    initiatorType: PartyType.enterprise,
    initiatorId: row.initiator_id,
    initiatorName: row.initiator_name,
    expireDate: row.deadline,
    flowStartTime: row.started_at,
    flowFinishTime: row.finished_at,
    createTime: row.created_at,
    signerNum: row.signers,
    signedNum: row.signed,
    waiting: waitingView(row, explain),
    partyNames: partyNames(row),
    remindTime: row.reminded_at,
  };
}

/** A party is an enterprise, or a person who acts for nobody else. */
function partyNames({ signer_corps, signer_names }: FoundFlow): string[] {
  return [...new Set(signer_corps.map((corp, index) => corp || (signer_names[index] ?? '')))];
}
