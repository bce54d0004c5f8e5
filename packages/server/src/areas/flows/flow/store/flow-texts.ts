/** The texts of an encrypted flow: one encrypted column, decrypted once when the flow is loaded. */
import { componentTypes } from '@cinnabar/api/schemas/component.js';
import { sql } from 'kysely';
import { openTexts, type SealedPlace, sealTexts } from '../../../../custody/sealed-texts.js';
import type { Db, Tx } from '../../../../database/schema.js';
import type { Component, Flow } from '../flow.js';

/** Keyed by the ids of their owners. */
interface FlowTexts {
  /** Secret, because digests of short texts could be found by brute force. */
  readonly digestSalt: string;
  readonly title: string;
  readonly remark: string;
  readonly endReason: string | null;
  readonly fileNames: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, string>>;
  /** Salt of the texts that signers placed; secret, because short texts could be found by brute force. */
  readonly salts: Readonly<Record<string, string>>;
  readonly payeeRemarks: Readonly<Record<string, string>>;
}

function placeOf({ corpId, flowId }: Pick<Flow, 'corpId' | 'flowId'>): SealedPlace {
  return { corpId, purpose: `flow ${flowId}` };
}

/** null for an unencrypted flow, whose texts are in their own columns. */
export async function sealedTextsOf(db: Db, flow: Flow): Promise<Uint8Array | null> {
  if (!flow.encrypted) return null;
  const texts: FlowTexts = {
    digestSalt: flow.digestSalt,
    title: flow.title,
    remark: flow.remark,
    endReason: flow.endReason,
    fileNames: Object.fromEntries(flow.files.map(({ fileId, fileName }) => [fileId, fileName])),
    values: Object.fromEntries(
      flow.components.flatMap((component) =>
        component.value === null || isPicture(component) ? [] : [[component.componentId, component.value]],
      ),
    ),
    salts: Object.fromEntries(
      flow.components.flatMap(({ componentId, placed }) =>
        placed === null || placed.salt === null ? [] : [[componentId, placed.salt]],
      ),
    ),
    payeeRemarks: Object.fromEntries(
      flow.participants.flatMap(({ participantId, payee }) =>
        payee === null || payee.remark === null ? [] : [[participantId, payee.remark]],
      ),
    ),
  };
  return sealTexts(db, placeOf(flow), texts);
}

/** The flow with the texts of its encrypted column. */
export async function withTexts(db: Db, flow: Flow, sealed: Uint8Array | null): Promise<Flow> {
  if (sealed === null) return flow;
  const texts = await openTexts<FlowTexts>(db, placeOf(flow), sealed);
  return {
    ...flow,
    digestSalt: texts.digestSalt,
    title: texts.title,
    remark: texts.remark,
    endReason: texts.endReason,
    files: flow.files.map((file) => ({ ...file, fileName: texts.fileNames[file.fileId] ?? file.fileName })),
    components: flow.components.map((component) => ({
      ...component,
      value: texts.values[component.componentId] ?? component.value,
      placed:
        component.placed === null
          ? null
          : { ...component.placed, salt: texts.salts[component.componentId] ?? null },
    })),
    participants: flow.participants.map((participant) => ({
      ...participant,
      payee:
        participant.payee === null
          ? null
          : { ...participant.payee, remark: texts.payeeRemarks[participant.participantId] ?? null },
    })),
  };
}

/** A text for its own column: empty if the flow is encrypted. */
export function openly(flow: Pick<Flow, 'encrypted'>, text: string): string {
  return flow.encrypted ? '' : text;
}

/**
 * The same for a value. A picture control contains a storage key, which reveals nothing, and which protects the picture
 * from garbage collection.
 */
export function openValue(flow: Pick<Flow, 'encrypted'>, component: Component): string | null {
  return flow.encrypted && !isPicture(component) ? null : component.value;
}

function isPicture({ componentType }: Component): boolean {
  return componentType === componentTypes.image;
}

/** Encrypts a flow whose texts are in their own columns. */
export async function sealStoredFlow(tx: Tx, flow: Flow): Promise<void> {
  const ofFlow = { corp_id: flow.corpId, flow_id: flow.flowId };
  await tx
    .updateTable('flows')
    .set({
      title: '',
      remark: '',
      end_reason: flow.endReason === null ? null : '',
      digest_salt: '',
      sealed: await sealedTextsOf(tx, flow),
    })
    .where((where) => where.and(ofFlow))
    .execute();
  await tx
    .updateTable('flow_files')
    .set({ file_name: '' })
    .where((where) => where.and(ofFlow))
    .execute();
  await tx
    .updateTable('flow_participants')
    .set({ payee_remark: null })
    .where((where) => where.and(ofFlow))
    .execute();
  await sql`
    update flow_components
       set value = case component_type when ${componentTypes.image} then value end,
           placed = jsonb_set(placed, '{salt}', 'null')
     where corp_id = ${flow.corpId} and flow_id = ${flow.flowId}`.execute(tx);
}
