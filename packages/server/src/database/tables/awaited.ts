import type { OperateStatus } from '@cinnabar/api/enums.js';
import type { ParticipantId } from '@cinnabar/api/schemas/flow.js';

/** Somebody for whom a flow waits, as lists show it. */
export interface AwaitedJson {
  /** null: a draft awaits approval. */
  readonly participantId: ParticipantId | null;
  readonly psnName: string;
  readonly corpName: string;
  readonly for: Exclude<OperateStatus, 0>;
  /** ISO 8601. */
  readonly since: string;
}
