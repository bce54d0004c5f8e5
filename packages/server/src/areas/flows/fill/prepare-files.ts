import {
  type CheckBoxValue,
  type DocumentPlan,
  DrawingRefused,
  type PictureValue,
  type TextValue,
} from '@cinnabar/pdf/model.js';
import type { Db } from '../../../database/schema.js';
import { invalidField, type Refusal } from '../../../operation/refusal.js';
import type { Services } from '../../../operation/services.js';
import { drawingProblem, loadPicture } from '../../templates/index.js';
import { requiredAreas, seamStrips, valuesOfFile } from '../flow/drawing.js';
import { type Flow, type FlowFile, FlowStatus } from '../flow/flow.js';
import type { FlowChange } from '../flow/flow-change.js';
import { signingBegins, withFinalControls } from './rules/filling.js';

export type Contents = Pick<Flow, 'corpId' | 'files' | 'components' | 'participants'>;

/**
 * End of filling: draws the values once and creates every field that signers will need, because page content and fields
 * must not change after the first signature. The new bytes are stored; nothing refers to them until the caller commits.
 * A file without values or areas is rewritten too, so that all files of a flow have the same structure.
 */
export async function prepareFiles(
  services: Pick<Services, 'documents' | 'blobs'>,
  db: Db,
  contents: Contents,
): Promise<readonly FlowFile[]> {
  const prepared: FlowFile[] = [];
  for (const file of contents.files) {
    const base = await services.blobs.get(contents.corpId, file.baseHash);
    const plan = await planOf(services, db, contents, file);
    try {
      const bytes = await services.documents.prepare(base, plan);
      const { hash } = await services.blobs.put(contents.corpId, bytes);
      prepared.push({ ...file, currentHash: hash });
    } catch (error) {
      if (error instanceof DrawingRefused) throw drawingRefusal(error.label, error);
      throw error;
    }
  }
  return prepared;
}

async function planOf(
  services: Pick<Services, 'documents' | 'blobs'>,
  db: Db,
  contents: Contents,
  file: FlowFile,
): Promise<DocumentPlan> {
  const values: TextValue[] = [];
  const checkBoxes: CheckBoxValue[] = [];
  const pictures: PictureValue[] = [];
  for (const { kind, value } of valuesOfFile(contents, file.fileId)) {
    if (kind === 'text') values.push(value);
    if (kind === 'checkBox') checkBoxes.push(value);
    if (kind === 'picture') {
      const { label, box, fileKey } = value;
      pictures.push({ label, box, picture: await loadPicture(services, db, contents.corpId, fileKey) });
    }
  }
  const areas = requiredAreas(contents, file.fileId);
  return { values, checkBoxes, pictures, areas, seams: seamStrips(contents, file) };
}

/**
 * The change with its files drawn, if signing begins with it: by a start, by sending a draft, or at the end of filling.
 */
export async function withPreparedFiles(
  { services, db }: { readonly services: Pick<Services, 'documents' | 'blobs'>; readonly db: Db },
  change: FlowChange,
): Promise<FlowChange> {
  if (change.after.status !== FlowStatus.signing) return change;
  const final = withFinalControls(change);
  return signingBegins(final, await prepareFiles(services, db, final.after));
}

/** 400 naming the control at fault. */
export function drawingRefusal(path: string, problem: Parameters<typeof drawingProblem>[0]): Refusal {
  return invalidField(path, drawingProblem(problem));
}
