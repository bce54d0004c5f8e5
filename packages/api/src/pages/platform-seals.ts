/** Seals in the platform's console, under review and decided: the only pictures that an operator sees. */
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
  optional,
  text,
} from '../schema.js';
import { sealCategories, sealStatus } from '../schemas/seal.js';
import { anyText, nothing, utcMoment } from './page-fields.js';

/** The oldest ones: more appear as they are decided. */
export const SEALS_TO_REVIEW = 50;

/** What `stop` of a seal tells. */
export const MAX_SEAL_REASON = 200;

const sealToReview = object({
  corpId: id<'Corp'>(),
  sealId: id<'Seal'>(),
  sealName: anyText(),
  categoryType: choice(sealCategories),
  /** Millimetres. */
  width: number(0),
  height: number(0),
  /** As registered now. */
  corpName: anyText(),
  corpCode: nullable(anyText()),
  isIdentified: boolean(),
  /** Whether the enterprise has the name under which the seal was made. */
  hasSameName: boolean(),
  /** As uploaded; null: no longer there. */
  originalUrl: nullable(anyText()),
  /** As it will be placed. */
  pictureUrl: anyText(),
  createTime: utcMoment(),
});
export type SealToReview = Infer<typeof sealToReview>;

export const listSealsToReview = pageOperation({
  path: '/pages/platform/seals',
  caller: 'platform',
  duties: ['security'],
  request: nothing,
  answer: data(object({ seals: list(sealToReview), totalCount: number(0) })),
  errors: ['404'],
  title: { zh: '查看待审核的印章', en: 'List seals under review' },
});

/** A rejection takes a reason, which the enterprise reads at the seal and in its audit. 409: it has been decided already. */
export const reviewSeal = pageOperation({
  path: '/pages/platform/seals/review',
  caller: 'platform',
  duties: ['security'],
  writes: true,
  request: object({
    corpId: id<'Corp'>(),
    sealId: id<'Seal'>(),
    verdict: choice(['pass', 'reject']),
    reason: optional(text(0, MAX_SEAL_REASON)),
  }),
  answer: data(nothing),
  errors: ['404', '409'],
  title: { zh: '审核印章', en: 'Review a seal' },
});

/** Decided seals on one page of the list. */
export const SEALS_PER_PAGE = 20;

const decidedSeal = object({
  corpId: id<'Corp'>(),
  corpName: anyText(),
  sealId: id<'Seal'>(),
  sealName: anyText(),
  categoryType: choice(sealCategories),
  /** Never 2. */
  status: sealStatus(),
  /** Whether its enterprise has suspended it; otherwise the platform. */
  isOwnStop: boolean(),
  /** Of its suspension or rejection; null: none. */
  reason: nullable(anyText()),
  time: nullable(utcMoment()),
  pictureUrl: anyText(),
});
export type DecidedSeal = Infer<typeof decidedSeal>;

export const listDecidedSeals = pageOperation({
  path: '/pages/platform/seals/decided',
  caller: 'platform',
  duties: ['security'],
  request: object({
    /** A part of the name of the seal or of its enterprise. */
    name: optional(text(0, 100)),
    page: optional(int32(1, 100_000)),
  }),
  /** Those suspended or rejected last come first, then the newest. */
  answer: data(object({ seals: list(decidedSeal), totalCount: number(0) })),
  errors: ['404'],
  title: { zh: '查看已审核的印章', en: 'List decided seals' },
});

/** Contracts that wait for the seal and for no other. */
export const viewSealUse = pageOperation({
  path: '/pages/platform/seals/info',
  caller: 'platform',
  duties: ['security'],
  request: object({ corpId: id<'Corp'>(), sealId: id<'Seal'>() }),
  answer: data(object({ waiting: number(0) })),
  errors: ['404'],
  title: { zh: '查看待用某枚印章的合同数', en: 'Count contracts that wait for a seal' },
});

/** The enterprise reads the reason at the seal and in its audit. 409: its state does not allow it. */
export const setSealStanding = pageOperation({
  path: '/pages/platform/seals/setStatus',
  caller: 'platform',
  duties: ['security'],
  writes: true,
  request: object({
    corpId: id<'Corp'>(),
    sealId: id<'Seal'>(),
    move: choice(['suspend', 'resume']),
    reason: text(1, MAX_SEAL_REASON),
  }),
  answer: data(nothing),
  errors: ['404', '409'],
  title: { zh: '停用或恢复印章', en: 'Suspend or resume a seal' },
});
