import { insertRows, type Write } from '../../../../database/gathered-writes.js';
import type { Flow } from '../../flow/flow.js';
import type { NewSignature } from '../../flow/flow-change.js';

/** In the commit of the revision that contains them. */
export function signatureRows(flow: Flow, signatures: readonly NewSignature[], now: Date): readonly Write[] {
  return insertRows(
    'flow_signatures',
    signatures.map(({ timestamp, ...signature }) => ({
      corp_id: flow.corpId,
      flow_id: flow.flowId,
      file_id: signature.fileId,
      field_name: signature.fieldName,
      sort: signature.sort,
      participant_id: signature.participantId,
      revision: flow.revision,
      level: timestamp === null ? ('B-B' as const) : ('B-T' as const),
      last_of_act: signature.lastOfAct,
      certificate: signature.certificate,
      signed_at: now,
      timestamp_time: timestamp?.time ?? null,
      proven_at: timestamp?.time ?? null,
      timestamp_authority: timestamp?.authority ?? null,
      timestamp_serial_number: timestamp?.serialNumber ?? null,
    })),
  );
}
