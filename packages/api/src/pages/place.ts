/** The page on which an initiator places controls on a draft. Lengths are px at 96 dpi. */
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
import { proposedComponents } from '../schemas/proposed-component.js';
import { flowPage, flowPageApproval } from './flow-page.js';
import { anyText, flowStatus, nothing } from './page-fields.js';

/** A party to which controls can be assigned. */
export const placePageParty = object({
  /** The party's identifier in placed controls. */
  flag: anyText(),
  /** Name of the enterprise or person. */
  name: anyText(),
  /** Name of the person acting for an enterprise; empty for a person. */
  personName: anyText(),
  isEnterprise: boolean(),
  fills: boolean(),
  signs: boolean(),
  signOrder: int32(),
});
export type PlacePageParty = Infer<typeof placePageParty>;

/** A control that is already on the draft and is not changed. */
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
  /** Placed controls not yet sent, in the page's own format. */
  draft: nullable(anyText()),
  /** `asked`: approval is pending; `needed`: sending requests approval; `none`: the contract is sent at once. */
  consent: choice(['none', 'needed', 'asked']),
  /** The pending approval, if `asked`. */
  approval: nullable(flowPageApproval),
  /** Cost of sending, and the balance. */
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

// The link acts with the rights of the initiator as a member.
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
  title: { zh: '放置控件页', en: 'View the placing page' },
});

export const watchPlacePage = pageOperation({
  ...draftLink,
  path: '/pages/place/state',
  request: nothing,
  answer: data(placePageState),
  title: { zh: '放置控件页的状态', en: 'Poll the state of the placing page' },
});

/** Room for a thousand controls with options. */
export const keepPlaceDraft = pageOperation({
  ...draftLink,
  linksUntil: 'done',
  path: '/pages/place/draft',
  writes: true,
  request: object({ draft: text(0, 700_000) }),
  answer: data(keptPlaceDraft),
  reasons: ['NOT_MEMBER', 'FLOW_STATE'],
  title: { zh: '保存放置草稿', en: 'Save the draft of the placing page' },
});

/** Reads one file of the draft: where its parties fill in and sign. Nothing leaves the service. */
export const suggestPlaces = pageOperation({
  ...draftLink,
  linksUntil: 'done',
  path: '/pages/place/suggest',
  request: object({ fileId: id<'File'>() }),
  answer: data(proposedComponents),
  reasons: ['NOT_MEMBER', 'FLOW_STATE'],
  title: { zh: '为草稿的文件建议控件', en: 'Propose controls for a file of the draft' },
});
