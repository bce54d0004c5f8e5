/**
 * Digest to which an intent is bound: the signed texts, that is, every file as uploaded and every value drawn into it.
 * Signatures and the end of filling do not change it; a changed value does.
 */
import { createHash } from 'node:crypto';
import { type Flow, signatureAreaType } from '../../flow/flow.js';

/** SHA-256, hexadecimal. */
export function textHash(flow: Pick<Flow, 'files' | 'components'>): string {
  const files = flow.files.map((file) => [file.fileId, file.baseHash]);
  const values = flow.components
    .filter((component) => component.componentType !== signatureAreaType && component.value !== null)
    .map((component) => [component.componentId, component.value] as const)
    .toSorted(([left], [right]) => left - right);
  return createHash('sha256')
    .update(JSON.stringify([files, values]))
    .digest('hex');
}
