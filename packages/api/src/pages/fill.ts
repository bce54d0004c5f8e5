/** What the fill page is told, and what it keeps until its person has finished. */
import type { ErrorReason } from '../errors.js';
import type { Id } from '../schema.js';
import type { KeptAttribute } from '../schemas/component.js';
import type { FlowPage, FlowPageParty } from './flow-page.js';

/** A control to fill, or one that shows what somebody else fills in. */
export interface FillPageControl {
  readonly componentId: Id<'Component'>;
  readonly fileId: Id<'File'>;
  readonly participantId: Id<'Participant'>;
  readonly name: string;
  /** What its integrator calls it; tells which keyboard helps. */
  readonly key: string | null;
  readonly type: number;
  /** As it will be drawn; "" while there is none. */
  readonly value: string;
  /** Of a control that shows a picture. */
  readonly pictureUrl: string | null;
  readonly required: boolean;
  readonly isMine: boolean;
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly attribute: KeptAttribute;
}

/** What has been typed, whether or not it fits its control. */
export interface DraftValue {
  readonly componentId: Id<'Component'>;
  readonly value: string;
}

export interface FillPageView extends FlowPage {
  readonly me: FlowPageParty;
  readonly isEnterprise: boolean;
  /** Why the person cannot fill now; null: nothing is in the way. */
  readonly obstacle: ErrorReason | null;
  readonly controls: readonly FillPageControl[];
  /** On top of the controls' own values. */
  readonly draft: readonly DraftValue[];
}

export interface FillPageState {
  readonly revision: number;
  readonly obstacle: ErrorReason | null;
}

/** A draft was kept, and this of it could not be drawn as it is. */
export interface KeptFillDraft {
  readonly savedTime: string;
  readonly problems: readonly { readonly componentId: Id<'Component'>; readonly message: string }[];
}
