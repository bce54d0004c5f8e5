/** What the page is told on which an initiator places fields and areas on a draft. Lengths in px at 96 dpi. */
import type { Id } from '../schema.js';
import type { FlowPage } from './flow-page.js';

/** A party as fields are given to it. */
export interface PlacePageParty {
  /** What the fields that are sent name it by. */
  readonly flag: string;
  /** The enterprise, or the person. */
  readonly name: string;
  /** Who acts for an enterprise; "" for a person. */
  readonly personName: string;
  readonly isEnterprise: boolean;
  readonly fills: boolean;
  readonly signs: boolean;
  readonly signOrder: number;
}

/** A field that is on the draft already and stays as it is. */
export interface PlacePageKept {
  readonly componentId: Id<'Component'>;
  readonly flag: string;
  readonly fileId: Id<'File'>;
  readonly name: string;
  readonly key: string | null;
  readonly type: number;
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly seam: boolean;
}

export interface PlacePageView extends FlowPage {
  readonly placeParties: readonly PlacePageParty[];
  readonly kept: readonly PlacePageKept[];
  /** What was placed and not sent yet, in the page's own words. */
  readonly draft: string | null;
  /** `asked`: it waits for consent; `needed`: sending asks for it; `none`: it leaves at once. */
  readonly consent: 'none' | 'needed' | 'asked';
  /** What sending takes from the accounts, and what is there. */
  readonly cost: {
    readonly contracts: 0 | 1;
    readonly collections: 0 | 1;
    readonly contractBalance: number;
    readonly collectionBalance: number;
  };
}

export interface PlacePageState {
  readonly revision: number;
  readonly status: PlacePageView['status'];
}

export interface KeptPlaceDraft {
  readonly savedTime: string;
}
