import type { FileId, ParticipantId } from '@cinnabar/api/schemas/flow.js';
import type { NewEvent } from '../../../jobs/outbox.js';
import type { NewSealUse } from '../../seals/index.js';
import type { FlowEvent } from './events.js';
import type { Flow } from './flow.js';

/** A decided change of a flow: the new state, and everything that is committed with it. */
export interface FlowChange {
  readonly after: Flow;
  /** Appended to the history, in this order. */
  readonly events: readonly FlowEvent[];
  /** Published through the outbox. */
  readonly news: readonly NewEvent[];
  /** Signatures that this change adds to the files; none if omitted. */
  readonly signatures?: readonly NewSignature[];
  /** Uses of seals by this change; none if omitted. */
  readonly sealUses?: readonly NewSealUse[];
}

/** One signature that an act has added to a file, with the level that it has reached. */
export interface NewSignature {
  readonly fileId: FileId;
  readonly fieldName: string;
  readonly participantId: ParticipantId;
  /** Position among the signatures of its act and file, from 0. */
  readonly sort: number;
  readonly lastOfAct: boolean;
  /** Serial number of the signer's certificate. */
  readonly certificate: string;
  /** null: B-B; otherwise B-T. */
  readonly timestamp: SignatureTimestamp | null;
}

export interface SignatureTimestamp {
  readonly time: Date;
  readonly authority: string;
  readonly serialNumber: string;
}
