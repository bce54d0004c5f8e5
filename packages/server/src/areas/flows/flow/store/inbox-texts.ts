import type { FlowId } from '@cinnabar/api/schemas/flow.js';
import { openTexts, type SealedPlace, sealTexts } from '../../../../custody/sealed-texts.js';
import type { Db } from '../../../../database/schema.js';
import type { CorpId } from '../../../../operation/context.js';
import type { Flow } from '../flow.js';

/** Texts of an encrypted flow for lists; the flow's own columns are empty. */
interface InboxTexts {
  readonly title: string;
  readonly description: string;
}

/** Identical in every viewer's row of a flow. */
function placeOf(corpId: CorpId, flowId: FlowId): SealedPlace {
  return { corpId, purpose: `lists ${flowId}` };
}

export function sealInbox(
  db: Db,
  { corpId, flowId }: Pick<Flow, 'corpId' | 'flowId'>,
  texts: InboxTexts,
): Promise<Uint8Array> {
  return sealTexts(db, placeOf(corpId, flowId), texts);
}

interface InboxRow extends InboxTexts {
  readonly owner_corp_id: CorpId;
  readonly flow_id: FlowId;
  readonly sealed: Uint8Array | null;
}

/** The rows with their texts. */
export function openInbox<Row extends InboxRow>(db: Db, rows: readonly Row[]): Promise<readonly Row[]> {
  return Promise.all(
    rows.map(async (row) =>
      row.sealed === null
        ? row
        : {
            ...row,
            ...(await openTexts<InboxTexts>(db, placeOf(row.owner_corp_id, row.flow_id), row.sealed)),
          },
    ),
  );
}
