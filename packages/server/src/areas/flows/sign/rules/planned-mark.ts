import type { KeptAttribute } from '@cinnabar/api/schemas/component.js';
import type { SignCommand } from '@cinnabar/api/schemas/flow.js';
import type { Box } from '@cinnabar/pdf/model.js';
import type { Component, FlowFile } from '../../flow/flow.js';

export type MarkStyle = KeptAttribute;

/** Planned position of a mark of a signing act. */
export interface PlannedMark {
  /** Path of the mark in errors. */
  readonly path: string;
  readonly file: FlowFile;
  readonly box: Box;
  /** The control it fills; null for a free placement. */
  readonly area: Component | null;
  readonly kind: 'seal' | 'remark' | 'date';
  /** A seal across the right edges of all pages. */
  readonly seam: boolean;
  readonly sealId: SignCommand['sealId'];
  /** The command's attributes, completed from the control. */
  readonly attribute: MarkStyle;
  /** Text of a remark. */
  readonly value: string | null;
  /** Handwriting as PNG: of a remark, or instead of a person's seal. */
  readonly image: string | null;
}

/** Whether a person signs with handwriting sent with the command instead of a stored seal. */
export function isHandwritten({ kind, image }: Pick<PlannedMark, 'kind' | 'image'>): boolean {
  return kind === 'seal' && image !== null;
}
