import type { CorpId } from '../../context.js';
import { DrawingRefused } from '../../documents/model.js';
import { invalidField, type Refusal } from '../../refusal.js';
import type { Services } from '../../services.js';
import { drawingProblem } from '../templates/index.js';
import { requiredAreas, valuesOfFile } from './drawing.js';
import type { Component, FlowFile } from './flow.js';

interface Contents {
  readonly corpId: CorpId;
  readonly files: readonly FlowFile[];
  readonly components: readonly Component[];
}

/**
 * The end of filling: values are drawn once, and every field that a signer will touch is put in place, because page
 * content and fields must not change after the first signature. The new bytes are stored; nothing refers to them
 * until the caller commits. A file without values or areas is rewritten too, so that all files of a flow are alike.
 */
export async function prepareFiles(
  services: Pick<Services, 'documents' | 'blobs'>,
  contents: Contents,
): Promise<readonly FlowFile[]> {
  const prepared: FlowFile[] = [];
  for (const file of contents.files) {
    const base = await services.blobs.get(contents.corpId, file.baseHash);
    const plan = {
      values: valuesOfFile(contents, file.fileId),
      areas: requiredAreas(contents, file.fileId),
    };
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

/** 400 that names the control at fault. */
export function drawingRefusal(path: string, problem: Parameters<typeof drawingProblem>[0]): Refusal {
  return invalidField(path, drawingProblem(problem));
}
