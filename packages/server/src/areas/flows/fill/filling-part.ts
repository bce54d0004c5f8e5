/** A part as the fill page of its person finds it. */
import type { ErrorReason } from '@cinnabar/api/errors.js';
import type { Db } from '../../../database/schema.js';
import type { Services } from '../../../operation/services.js';
import type { Flow, Participant } from '../flow/flow.js';

export interface FillingPart {
  readonly flow: Flow;
  readonly filler: Participant;
  readonly obstacle: ErrorReason | null;
}

export interface FillingRequest {
  readonly db: Db;
  readonly services: Services;
  readonly now: Date;
}
