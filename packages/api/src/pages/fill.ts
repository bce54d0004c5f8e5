/** The fill page, and the draft it stores before submission. */
import { data } from '../operation.js';
import { pageOperation } from '../page-operation.js';
import { boolean, type Infer, id, int32, list, nullable, number, object, text } from '../schema.js';
import { keptAttribute } from '../schemas/component.js';
import { flowPage, flowPageParty } from './flow-page.js';
import { anyText, errorReason, nothing } from './page-fields.js';

/** A control that the participant fills in, or one that shows another party's value. */
export const fillPageControl = object({
  componentId: id<'Component'>(),
  fileId: id<'File'>(),
  participantId: id<'Participant'>(),
  name: anyText(),
  /** Key given by the integrator; hints at the suitable keyboard. */
  key: nullable(anyText()),
  type: int32(),
  /** As drawn; empty if there is no value. */
  value: anyText(),
  /** Set only for a control that shows a picture. */
  pictureUrl: nullable(anyText()),
  required: boolean(),
  isMine: boolean(),
  page: int32(),
  x: number(),
  y: number(),
  attribute: keptAttribute,
});
export type FillPageControl = Infer<typeof fillPageControl>;

/** Entered values, valid or not. */
export const draftValues = list(object({ componentId: id<'Component'>(), value: text(0, 20_000) }), {
  max: 1000,
});
export type DraftValues = Infer<typeof draftValues>;

export const fillPageView = object({
  ...flowPage.fields,
  me: flowPageParty,
  isEnterprise: boolean(),
  /** Why the person cannot fill in the contract now; null if they can. */
  obstacle: nullable(errorReason),
  controls: list(fillPageControl),
  /** Takes precedence over the controls' own values. */
  draft: draftValues,
});
export type FillPageView = Infer<typeof fillPageView>;

export const fillPageState = object({ revision: int32(), obstacle: nullable(errorReason) });
export type FillPageState = Infer<typeof fillPageState>;

/** The draft was stored; these of its values cannot be drawn as they are. */
export const keptFillDraft = object({
  savedTime: anyText(),
  problems: list(object({ componentId: id<'Component'>(), message: anyText() })),
});
export type KeptFillDraft = Infer<typeof keptFillDraft>;

const fillLink = { caller: 'link', links: { fill: 'any' }, linksUntil: 'withdrawn' } as const;

export const viewFillPage = pageOperation({
  ...fillLink,
  path: '/pages/fill/view',
  request: nothing,
  answer: data(fillPageView),
  title: { zh: '填写页', en: 'View the fill page' },
});

export const watchFillPage = pageOperation({
  ...fillLink,
  path: '/pages/fill/state',
  request: nothing,
  answer: data(fillPageState),
  title: { zh: '填写页的状态', en: 'Poll the state of the fill page' },
});

export const keepFillDraft = pageOperation({
  ...fillLink,
  path: '/pages/fill/draft',
  writes: true,
  request: object({ values: draftValues }),
  answer: data(keptFillDraft),
  reasons: ['FLOW_STATE', 'FLOW_EXPIRED'],
  title: { zh: '保存填写草稿', en: 'Save the draft of the fill page' },
});
