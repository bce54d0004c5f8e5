import type { Selectable } from 'kysely';
import type { CorpsTable } from '../../database/tables/enterprise.js';
import type { ActingCorp, CorpId } from '../../operation/context.js';

export interface Corp extends ActingCorp {
  readonly legalRepName: string | null;
  /** Encrypted by the enterprise's data key; see readLegalRepIdentNo. */
  readonly legalRepIdentNo: Uint8Array | null;
  readonly corpLevel: number;
  readonly levelExpireTime: Date | null;
  readonly legalDate: Date | null;
  readonly parentId: CorpId | null;
}

export function corpOf(row: Selectable<CorpsTable>): Corp {
  return {
    corpId: row.corp_id,
    corpCode: row.corp_code,
    corpName: row.corp_name,
    legalRepName: row.legal_rep_name,
    legalRepIdentNo: row.legal_rep_ident_no,
    identStatus: row.ident_status,
    corpLevel: row.corp_level,
    levelExpireTime: row.level_expire_time,
    maxAmount: row.max_amount,
    legalDate: row.legal_date,
    parentId: row.parent_id,
    settings: row.settings,
  };
}

/** Associated data to which the encrypted number is bound. */
export function legalRepPurpose(corpId: CorpId): string {
  return `legal representative of enterprise ${corpId}`;
}
