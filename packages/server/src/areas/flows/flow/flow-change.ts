import type { FileId, ParticipantId } from '@cinnabar/api/schemas/flow.js';
import type { NewEvent } from '../../../jobs/outbox.js';
import type { FlowEvent } from './events.js';
import type { Flow } from './flow.js';

/** Change of a flow by a decision: the new state, and everything that is committed with it. */
export interface FlowChange {
  readonly after: Flow;
  /** Appended to the history, in this order. */
  readonly events: readonly FlowEvent[];
  /** Published through the outbox. */
  readonly news: readonly NewEvent[];
  /** Added to the files by this change; omitted: none. */
  readonly signatures?: readonly NewSignature[];
}

/** One signature that an act has put into a file, at the level that it has truly reached. */
export interface NewSignature {
  readonly fileId: FileId;
  readonly fieldName: string;
  readonly participantId: ParticipantId;
  /** Place among those of its act and file, from 0. */
  readonly sort: number;
  readonly lastOfAct: boolean;
  /** Serial number of the signer's certificate. */
  readonly certificate: string;
  /** null: B-B; else B-T. */
  readonly timestamp: SignatureTimestamp | null;
}

export interface SignatureTimestamp {
  readonly time: Date;
  readonly authority: string;
  readonly serialNumber: string;
}
