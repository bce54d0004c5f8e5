import {
  choice,
  dateTime,
  type Id,
  type Infer,
  id,
  int32,
  nullable,
  number,
  object,
  oneOf,
  optional,
  text,
} from '../schema.js';
import { name, sealColor } from './fields.js';

export type SealId = Id<'Seal'>;

export const sealCategories = ['PUBLIC', 'CONTRACT', 'FINANCE', 'HR', 'LEGAL_PERSON', 'OTHER'] as const;
export type SealCategory = (typeof sealCategories)[number];

export const sealShapes = ['round', 'oval'] as const;
export type SealShape = (typeof sealShapes)[number];

export const sealSources = ['TEMPLATE', 'IMAGE'] as const;
export type SealSource = (typeof sealSources)[number];

/** 1 enabled, 2 pending review, 3 not passed, 4 suspended. Only an enabled seal signs. */
export const sealStatus = () => oneOf(1, 2, 3, 4);
export type SealStatus = 1 | 2 | 3 | 4;

/** A seal as lists and details show it. */
export const seal = object({
  sealId: id<'Seal'>(),
  corpName: text(0, 100),
  sealCode: text(0, 64),
  sealName: text(0, 100),
  categoryType: choice(sealCategories),
  /** 1 template seal, 3 image seal. */
  sealStyle: oneOf(1, 3),
  /** mm */
  sealWidth: int32(),
  sealHeight: int32(),
  /** Signed link to a PNG with transparency, 600 px on the longer side. */
  sealImageUrl: text(1, 4000),
  defaultFlag: oneOf(0, 1),
  status: sealStatus(),
  sealHorizontalText: nullable(text(0, 100)),
  sealBottomText: nullable(text(0, 100)),
  source: choice(sealSources),
  authorNum: int32(),
  createTime: dateTime(),
});
export type SealView = Infer<typeof seal>;

export const personalSealSources = ['HANDWRITING', 'IMAGE'] as const;
export type PersonalSealSource = (typeof personalSealSources)[number];

/** A person's own seal. Their name seal is none of these: it needs no keeping. */
export const personalSeal = object({
  sealId: id<'Seal'>(),
  sealName: text(0, 100),
  source: choice(personalSealSources),
  /** mm */
  sealWidth: number(),
  sealHeight: number(),
  /** Signed link to a PNG with transparency. */
  sealImageUrl: text(1, 4000),
  defaultFlag: oneOf(0, 1),
  createTime: dateTime(),
});
export type PersonalSealView = Infer<typeof personalSeal>;

/** What a template seal is made from; creation and preview take the same. */
export const templateSealFields = {
  sealName: name(),
  sealStyle: oneOf(1),
  categoryType: choice(sealCategories, { ignoreCase: true }),
  sealTemplateStyle: optional(choice(sealShapes, { ignoreCase: true })),
  sealHorizontalText: optional(text(0, 40)),
  sealBottomText: optional(text(0, 40)),
  sealColor: optional(sealColor()),
  sealAlpha: optional(number(0, 1)),
};
