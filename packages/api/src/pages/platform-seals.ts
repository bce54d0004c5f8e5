/** Seals under review in the platform's console: the only pictures that an operator sees. */
import { data } from '../operation.js';
import { pageOperation } from '../page-operation.js';
import {
  boolean,
  choice,
  type Infer,
  id,
  list,
  nullable,
  number,
  object,
  optional,
  text,
} from '../schema.js';
import { sealCategories } from '../schemas/seal.js';
import { anyText, nothing, utcMoment } from './page-fields.js';

/** The oldest ones: more appear as they are decided. */
export const SEALS_TO_REVIEW = 50;

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

/** A rejection takes a reason, which the enterprise reads in its audit. 409: it has been decided already. */
export const reviewSeal = pageOperation({
  path: '/pages/platform/seals/review',
  caller: 'platform',
  duties: ['security'],
  writes: true,
  request: object({
    corpId: id<'Corp'>(),
    sealId: id<'Seal'>(),
    verdict: choice(['pass', 'reject']),
    reason: optional(text(0, 500)),
  }),
  answer: data(nothing),
  errors: ['404', '409'],
  title: { zh: '审核印章', en: 'Review a seal' },
});
