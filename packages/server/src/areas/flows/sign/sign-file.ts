import { DrawingRefused, type Placement, type SignatureAct } from '@cinnabar/pdf/model.js';
import { TimestampError } from '@cinnabar/pki/timestamps/timestamp-error.js';
import type { Timestamp } from '@cinnabar/pki/timestamps/timestamp-source.js';
import type { Signer } from '../../../authority/signer.js';
import { drawingRefusal } from '../fill/prepare-files.js';
import { areaFieldName, besideFieldName, invisibleFieldName } from '../flow/drawing.js';
import type { Flow, FlowFile, Participant } from '../flow/flow.js';
import type { NewSignature } from '../flow/flow-change.js';
import { type SealsOfAct, type SignatureOfSeal, sealFile } from './electronic-seals.js';
import type { PlacedMark } from './rules/placed-marks.js';
import type { SigningContext } from './signing-context.js';

export interface SignedFile {
  readonly file: FlowFile;
  readonly signatures: readonly NewSignature[];
}

/** Signer of all files of one act. */
export interface SigningAct {
  readonly flow: Flow;
  readonly signer: Participant;
  readonly marks: readonly PlacedMark[];
  readonly certified: ActSigners;
  /** null: its signer has no SM2 certificate. */
  readonly seals: SealsOfAct | null;
}

/** Signers of one act: both have the same subject. */
export interface ActSigners {
  readonly shown: Signer;
  /** Of an invisible signature of each file, by another algorithm; null: there is none. */
  readonly beside: Signer | null;
}

/** One file of the flow with the signatures of the act, stored by its hash; nothing refers to it yet. */
export async function signFile(
  ctx: SigningContext,
  file: FlowFile,
  { flow, signer, marks, certified, seals }: SigningAct,
): Promise<SignedFile> {
  const { blobs, documents, timestamps } = ctx.services;
  const here = marks.filter((mark) => mark.planned.file.fileId === file.fileId);
  const act: SignatureAct = {
    placements: here.map(
      (mark): Placement => ({
        fieldName: areaFieldName(signer.participantId, mark.componentId),
        box: mark.planned.box,
        mark: mark.mark,
      }),
    ),
    invisibleFieldName: invisibleFieldName(signer.participantId, file.fileId),
    signer: certified.shown.certificate,
    name: signer.type === 'enterprise' ? signer.corpName : signer.psnName,
    reason: reasonOf(flow, signer),
    location: null,
    time: ctx.now,
    ...(flow.eventHead === null ? {} : { eventHead: flow.eventHead }),
    ...(timestamps === null ? {} : { timestampLength: timestamps.expectedLength }),
  };
  let stamped: Timestamp | null = null;
  const stored = await blobs.get(flow.corpId, file.currentHash);
  const { sealed, added } =
    seals === null
      ? { sealed: stored, added: [] }
      : await sealFile(ctx, stored, { file, participant: signer, marks: here, act, seals });
  const before = await signBeside(ctx, act, sealed, { file, signer, certified });
  try {
    const after = await documents.sign(before, act, {
      sign: (toBeSigned) => certified.shown.sign(toBeSigned),
      async timestamp(digest) {
        stamped = await timestampFor(ctx, digest);
        return stamped?.token ?? null;
      },
    });
    const { hash } = await blobs.put(flow.corpId, after);
    const signatures = signaturesOf(act, file, signer, certified, added, stamped);
    return { file: { ...file, currentHash: hash }, signatures };
  } catch (error) {
    if (!(error instanceof DrawingRefused)) throw error;
    const mark = here.find((each) => areaFieldName(signer.participantId, each.componentId) === error.label);
    throw drawingRefusal(mark?.planned.path ?? 'signComponents', error);
  }
}

/**
 * The file before the act, with the signature by the other algorithm, if there is one. It comes first, so that the
 * timestamp of the act's last signature covers it.
 */
async function signBeside(
  ctx: SigningContext,
  act: SignatureAct,
  before: Uint8Array,
  {
    file,
    signer,
    certified: { beside },
  }: Pick<SigningAct, 'signer' | 'certified'> & { readonly file: FlowFile },
): Promise<Uint8Array> {
  const { documents } = ctx.services;
  if (beside === null) return before;
  const { timestampLength: _ofLast, ...rest } = act;
  const invisible: SignatureAct = {
    ...rest,
    placements: [],
    invisibleFieldName: besideFieldName(signer.participantId, file.fileId),
    signer: beside.certificate,
  };
  const sign = (toBeSigned: Uint8Array) => beside.sign(toBeSigned);
  return documents.sign(before, invisible, { sign, timestamp: async () => null });
}

/**
 * Requests a timestamp for the act's last signature while no lock is held. An unavailable authority does not prevent
 * signing: the signature then has no timestamp, and its record says so.
 */
async function timestampFor(ctx: SigningContext, digest: Uint8Array): Promise<Timestamp | null> {
  try {
    return (await ctx.services.timestamps?.stamp(digest, ctx.now)) ?? null;
  } catch (error) {
    if (error instanceof TimestampError) return null;
    throw error;
  }
}

function signaturesOf(
  act: SignatureAct,
  file: FlowFile,
  signer: Participant,
  { shown, beside }: ActSigners,
  bySeals: readonly SignatureOfSeal[],
  timestamp: Timestamp | null,
): readonly NewSignature[] {
  const placed = act.placements.map(({ fieldName }) => fieldName);
  const first = besideFieldName(signer.participantId, file.fileId);
  const names = [
    ...bySeals,
    ...(beside === null ? [] : [{ fieldName: first, certificate: beside.serialNumber }]),
    ...(placed.length === 0 ? [act.invisibleFieldName] : placed).map((fieldName) => ({
      fieldName,
      certificate: shown.serialNumber,
    })),
  ];
  return names.map(({ fieldName, certificate }, sort) => {
    const lastOfAct = sort === names.length - 1;
    return {
      fileId: file.fileId,
      fieldName,
      participantId: signer.participantId,
      sort,
      lastOfAct,
      certificate,
      timestamp: lastOfAct ? timestamp : null,
    };
  });
}

/** /Reason: what was signed, and who put an enterprise's seal there. */
function reasonOf(flow: Flow, signer: Participant): string {
  return signer.type === 'enterprise'
    ? `签署《${flow.title}》，经办人 ${signer.psnName}`
    : `签署《${flow.title}》`;
}
