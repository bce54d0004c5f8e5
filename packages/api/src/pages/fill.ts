/** The fill page, and what it keeps until its person has finished. */
import { data } from '../operation.js';
import { pageOperation } from '../page-operation.js';
import { boolean, type Infer, id, int32, list, nullable, number, object, text } from '../schema.js';
import { keptAttribute } from '../schemas/component.js';
import { flowPage, flowPageParty } from './flow-page.js';
import { anyText, errorReason, nothing } from './page-fields.js';

/** A control to fill, or one that shows what somebody else fills in. */
export const fillPageControl = object({
  componentId: id<'Component'>(),
  fileId: id<'File'>(),
  participantId: id<'Participant'>(),
  name: anyText(),
  /** Key given by the integrator; hints at the suitable keyboard. */
  key: nullable(anyText()),
  type: int32(),
  /** As it will be drawn; "" while there is none. */
  value: anyText(),
  /** Only for a control that shows a picture. */
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
  /** Why the person cannot fill now; null: nothing is in the way. */
  obstacle: nullable(errorReason),
  controls: list(fillPageControl),
  /** On top of the controls' own values. */
  draft: draftValues,
});
export type FillPageView = Infer<typeof fillPageView>;

export const fillPageState = object({ revision: int32(), obstacle: nullable(errorReason) });
export type FillPageState = Infer<typeof fillPageState>;

/** A draft was kept, and this of it could not be drawn as it is. */
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
  title: { zh: '填写页', en: 'The fill page' },
});

export const watchFillPage = pageOperation({
  ...fillLink,
  path: '/pages/fill/state',
  request: nothing,
  answer: data(fillPageState),
  title: { zh: '填写页的状态', en: 'The state of the fill page' },
});

export const keepFillDraft = pageOperation({
  ...fillLink,
  path: '/pages/fill/draft',
  writes: true,
  request: object({ values: draftValues }),
  answer: data(keptFillDraft),
  reasons: ['FLOW_STATE', 'FLOW_EXPIRED'],
  title: { zh: '保存填写草稿', en: 'Keep the draft of the fill page' },
});
