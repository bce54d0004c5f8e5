/** The sign page. Lengths are px at 96 dpi for areas and pages and mm for seals. */
import { data } from '../operation.js';
import { pageOperation } from '../page-operation.js';
import {
  boolean,
  choice,
  type Infer,
  id,
  idOrZero,
  int32,
  list,
  nullable,
  number,
  object,
  oneOf,
  text,
} from '../schema.js';
import { agreementNames } from './agreements.js';
import { flowPage, flowPageApproval, flowPageFile, flowPageParty } from './flow-page.js';
import { anyText, errorReason, nothing } from './page-fields.js';

export const signPageArea = object({
  componentId: id<'Component'>(),
  fileId: id<'File'>(),
  participantId: id<'Participant'>(),
  name: anyText(),
  page: int32(),
  x: number(),
  y: number(),
  width: number(),
  height: number(),
  required: boolean(),
  /** A seam area, across the right edges of all pages of the file. */
  seam: boolean(),
  /** 1: the seal at its true size, 2: scaled to the area. */
  sealSpecs: oneOf(1, 2),
  showSignDate: boolean(),
});
export type SignPageArea = Infer<typeof signPageArea>;

export const signPageFile = object({
  ...flowPageFile.fields,
  /** Whether the signer may place a seam seal freely. */
  freeSeam: boolean(),
});
export type SignPageFile = Infer<typeof signPageFile>;

export const signPageSeal = object({
  /** 0: the person's name seal. */
  sealId: idOrZero<'Seal'>(),
  name: anyText(),
  widthMm: number(),
  heightMm: number(),
  pictureUrl: anyText(),
  isDefault: boolean(),
  /** Whether placing it requires approval. */
  needsApproval: boolean(),
});
export type SignPageSeal = Infer<typeof signPageSeal>;

export const signPageProof = choice(['sms', 'pwd', 'face']);
export type SignPageProof = Infer<typeof signPageProof>;

export const signPageView = object({
  ...flowPage.fields,
  me: flowPageParty,
  isEnterprise: boolean(),
  /** Masked. */
  mobile: anyText(),
  /** Why the signer cannot sign now; null if they can. */
  obstacle: nullable(errorReason),
  /** Set while the signature awaits approval. */
  approval: nullable(flowPageApproval),
  /**
   * SHA-256 of what the page displays, hexadecimal; signContract refers to it. Other parties' signatures do not change
   * it.
   */
  shown: anyText(),
  /** Agreements accepted by signing, and whether the person accepted them before. */
  agreements: list(object({ name: choice(agreementNames), accepted: boolean() })),
  /** Empty unless the signer has to sign. */
  proofs: list(signPageProof),
  /** Amount that the contract collects from this signer, in yuan. */
  amount: nullable(number()),
  /** Whether the signer has signed and a payment is due. */
  paysNow: boolean(),
  files: list(signPageFile),
  areas: list(signPageArea),
  seals: list(signPageSeal),
});
export type SignPageView = Infer<typeof signPageView>;

/** Polled while the page is visible. */
export const signPageState = object({ revision: int32(), obstacle: nullable(errorReason) });
export type SignPageState = Infer<typeof signPageState>;

const otherPart = object({ flowId: id<'Flow'>(), participantId: id<'Participant'>() });

/** Another contract that the same person can sign now for the same party. */
export const signPageOther = object({
  ...otherPart.fields,
  title: anyText(),
  deadline: nullable(anyText()),
  /** Draft stored by that contract's page; null if nothing was placed. */
  draft: nullable(anyText()),
});
export type SignPageOther = Infer<typeof signPageOther>;

const signLink = { caller: 'link', links: { sign: 'any' }, linksUntil: 'withdrawn' } as const;

export const viewSignPage = pageOperation({
  ...signLink,
  path: '/pages/sign/view',
  request: nothing,
  answer: data(signPageView),
  title: { zh: '签署页', en: 'View the sign page' },
});

export const watchSignPage = pageOperation({
  ...signLink,
  path: '/pages/sign/state',
  request: nothing,
  answer: data(signPageState),
  title: { zh: '签署页的状态', en: 'Poll the state of the sign page' },
});

export const otherContractsToSign = pageOperation({
  ...signLink,
  path: '/pages/sign/others',
  request: nothing,
  answer: data(list(signPageOther)),
  title: { zh: '本人的其他待签合同', en: 'List other contracts that the person can sign' },
});

/** Opens the page of another contract by a link of its own, which asks for a code like any other link. */
export const openOtherContract = pageOperation({
  ...signLink,
  path: '/pages/sign/openOther',
  writes: true,
  startsSession: true,
  request: otherPart,
  answer: data(object({ address: anyText() })),
  title: { zh: '打开另一份待签合同', en: 'Open another contract to sign' },
});

/** Centre of a place at which the text of a contract asks for a signature. */
export const suggestedPlace = object({
  fileId: id<'File'>(),
  page: int32(),
  x: number(),
  y: number(),
});
export type SuggestedPlace = Infer<typeof suggestedPlace>;

/** For contracts without signature areas. */
export const suggestedPlaces = pageOperation({
  ...signLink,
  linksUntil: 'done',
  path: '/pages/sign/places',
  request: nothing,
  answer: data(list(suggestedPlace)),
  title: { zh: '建议的签署位置', en: 'Suggest places to sign' },
});

export const signDraft = pageOperation({
  ...signLink,
  path: '/pages/sign/draft',
  request: nothing,
  answer: data(object({ draft: nullable(anyText()) })),
  title: { zh: '签署草稿', en: 'Get the draft of the sign page' },
});

/** Handwriting is stored as pictures, which make up most of a draft. */
export const keepSignDraft = pageOperation({
  ...signLink,
  linksUntil: 'done',
  path: '/pages/sign/keepDraft',
  writes: true,
  request: object({ draft: nullable(text(0, 400_000)) }),
  answer: data(nothing),
  title: { zh: '保存签署草稿', en: 'Save the draft of the sign page' },
});
