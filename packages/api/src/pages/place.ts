/** The page on which an initiator places fields and areas on a draft. Lengths in px at 96 dpi. */
import { data } from '../operation.js';
import { pageOperation } from '../page-operation.js';
import {
  boolean,
  choice,
  type Infer,
  id,
  int32,
  list,
  nullable,
  number,
  object,
  oneOf,
  text,
} from '../schema.js';
import { flowPage } from './flow-page.js';
import { anyText, flowStatus, nothing } from './page-fields.js';

/** A party as fields are given to it. */
export const placePageParty = object({
  /** What the fields that are sent name it by. */
  flag: anyText(),
  /** The enterprise, or the person. */
  name: anyText(),
  /** Who acts for an enterprise; "" for a person. */
  personName: anyText(),
  isEnterprise: boolean(),
  fills: boolean(),
  signs: boolean(),
  signOrder: int32(),
});
export type PlacePageParty = Infer<typeof placePageParty>;

/** A field that is on the draft already and stays as it is. */
export const placePageKept = object({
  componentId: id<'Component'>(),
  flag: anyText(),
  fileId: id<'File'>(),
  name: anyText(),
  key: nullable(anyText()),
  type: int32(),
  page: int32(),
  x: number(),
  y: number(),
  width: number(),
  height: number(),
  seam: boolean(),
});
export type PlacePageKept = Infer<typeof placePageKept>;

export const placePageView = object({
  ...flowPage.fields,
  placeParties: list(placePageParty),
  kept: list(placePageKept),
  /** Unsent draft of placed fields, in the page's own format. */
  draft: nullable(anyText()),
  /** `asked`: it waits for consent; `needed`: sending asks for it; `none`: it leaves at once. */
  consent: choice(['none', 'needed', 'asked']),
  /** Cost of sending, and the balances. */
  cost: object({
    contracts: oneOf(0, 1),
    collections: oneOf(0, 1),
    contractBalance: int32(),
    collectionBalance: int32(),
  }),
});
export type PlacePageView = Infer<typeof placePageView>;

export const placePageState = object({ revision: int32(), status: flowStatus() });
export type PlacePageState = Infer<typeof placePageState>;

export const keptPlaceDraft = object({ savedTime: anyText() });
export type KeptPlaceDraft = Infer<typeof keptPlaceDraft>;

// The initiator sees this as a member of the enterprise.
const draftLink = {
  caller: 'link',
  links: { draft: 'any' },
  linksUntil: 'withdrawn',
  reasons: ['NOT_MEMBER'],
} as const;

export const viewPlacePage = pageOperation({
  ...draftLink,
  path: '/pages/place/view',
  request: nothing,
  answer: data(placePageView),
  title: { zh: '放置控件页', en: 'The page for placing fields' },
});

export const watchPlacePage = pageOperation({
  ...draftLink,
  path: '/pages/place/state',
  request: nothing,
  answer: data(placePageState),
  title: { zh: '放置控件页的状态', en: 'The state of the page for placing fields' },
});

/** A thousand fields, each with its choices. */
export const keepPlaceDraft = pageOperation({
  ...draftLink,
  linksUntil: 'done',
  path: '/pages/place/draft',
  writes: true,
  request: object({ draft: text(0, 700_000) }),
  answer: data(keptPlaceDraft),
  reasons: ['NOT_MEMBER', 'FLOW_STATE'],
  title: { zh: '保存放置草稿', en: 'Keep the draft of the page for placing fields' },
});
