import type { KeptAttribute } from '@cinnabar/api/schemas/component.js';
import type { SignCommand } from '@cinnabar/api/schemas/flow.js';
import type { Box } from '@cinnabar/pdf/model.js';
import type { Component, FlowFile } from '../../flow/flow.js';

export type MarkStyle = KeptAttribute;

/** Planned position of a mark of a signing act. */
export interface PlannedMark {
  /** Path in errors about this mark. */
  readonly path: string;
  readonly file: FlowFile;
  readonly box: Box;
  /** The control it fills; null for a free placement. */
  readonly area: Component | null;
  readonly kind: 'seal' | 'remark' | 'date';
  /** A seal across the right edges of all pages. */
  readonly seam: boolean;
  readonly sealId: SignCommand['sealId'];
  /** The command's attributes, and the control's where the command is silent. */
  readonly attribute: MarkStyle;
  /** Of a remark. */
  readonly value: string | null;
  /** Handwriting as PNG: of a remark, or what a person signs with instead of a seal. */
  readonly image: string | null;
}

/** Whether a person signs with handwriting that comes with the command, and with no seal that is kept. */
export function isHandwritten({ kind, image }: Pick<PlannedMark, 'kind' | 'image'>): boolean {
  return kind === 'seal' && image !== null;
}
