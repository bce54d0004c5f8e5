import { SealStatus } from '../enums.js';
import {
  boolean,
  choice,
  dateTime,
  type Id,
  type Infer,
  int32,
  nullable,
  number,
  object,
  oneOf,
  optional,
  text,
} from '../schema.js';
import { corpName, createTime, name, sealColor, sealId } from './fields.js';

export type SealId = Id<'Seal'>;

export const sealCategories = ['PUBLIC', 'CONTRACT', 'FINANCE', 'HR', 'LEGAL_PERSON', 'OTHER'] as const;
export type SealCategory = (typeof sealCategories)[number];

export const sealShapes = ['round', 'oval'] as const;
export type SealShape = (typeof sealShapes)[number];

export const sealSources = ['TEMPLATE', 'IMAGE'] as const;
export type SealSource = (typeof sealSources)[number];

/** 1 enabled, 2 pending review, 3 not passed, 4 suspended. Only an enabled seal signs. */
export const sealStatus = () =>
  oneOf(...Object.values(SealStatus)).means(
    '1 启用 2 待审 3 未通过 4 停用',
    '1 enabled 2 pending review 3 not passed 4 suspended',
  );

/** A seal in lists and details. */
export const seal = object({
  sealId,
  corpName,
  sealCode: text(0, 64).means('印章编码', 'code of the seal'),
  sealName: text(0, 100).means('印章名称', 'name of the seal'),
  categoryType: choice(sealCategories).means('印章类别', 'category of the seal'),
  sealStyle: oneOf(1, 3).means('1 模板印章，3 图片印章', '1: template seal; 3: image seal'),
  sealWidth: int32().means('宽，mm', 'width in mm'),
  sealHeight: int32().means('高，mm', 'height in mm'),
  sealImageUrl: text(1, 4000).means(
    '印章图片限时链接，透明 PNG',
    'signed link to the image of the seal, a transparent PNG',
  ),
  defaultFlag: oneOf(0, 1).means('1 为默认印章', '1: the default seal'),
  status: sealStatus(),
  stop: nullable(
    object({
      byPlatform: boolean().means(
        '是否由平台停用或驳回；这样的印章，企业不能自行恢复',
        'whether the platform has suspended or rejected it; the enterprise cannot resume such a seal',
      ),
      reason: nullable(text(0, 200)).means('停用或驳回的原因', 'reason'),
      time: nullable(dateTime()).means('停用或驳回的时间', 'time'),
    }),
  ).means('停用或审核未通过的情况；其他状态为 null', 'about its suspension or rejection; null otherwise'),
  sealHorizontalText: nullable(text(0, 100)).means('横向文字', 'horizontal text'),
  sealBottomText: nullable(text(0, 100)).means(
    '下弧文字（防伪码）',
    'text along the lower arc (security number)',
  ),
  source: choice(sealSources).means('印章来源', 'source of the seal'),
  authorNum: int32().means('授权数量', 'number of authorisations'),
  createTime,
});
export type SealView = Infer<typeof seal>;

export const personalSealSources = ['HANDWRITING', 'IMAGE'] as const;
export type PersonalSealSource = (typeof personalSealSources)[number];

/** A personal seal. The name seal is not stored and so not among them. */
export const personalSeal = object({
  sealId,
  sealName: text(0, 100).means('印章名称', 'name of the seal'),
  source: choice(personalSealSources).means('印章来源', 'source of the seal'),
  sealWidth: number().means('宽，mm', 'width in mm'),
  sealHeight: number().means('高，mm', 'height in mm'),
  sealImageUrl: text(1, 4000).means(
    '印章图片限时链接，透明 PNG',
    'signed link to the image of the seal, a transparent PNG',
  ),
  defaultFlag: oneOf(0, 1).means('1 为默认印章', '1: the default seal'),
  createTime,
});
export type PersonalSealView = Infer<typeof personalSeal>;

/** Specification of a template seal, for creation and preview. */
export const templateSealFields = {
  sealName: name().means('印章名称，企业内唯一', 'name of the seal, unique within the enterprise'),
  sealStyle: oneOf(1).means('1 模板印章，3 图片印章', '1: template seal; 3: image seal'),
  categoryType: choice(sealCategories, { ignoreCase: true }).means('印章类别', 'category of the seal'),
  sealTemplateStyle: optional(choice(sealShapes, { ignoreCase: true })).means(
    '印章形状，默认 round',
    'shape of the seal; round by default',
  ),
  sealHorizontalText: optional(text(0, 40)).means('横向文字', 'horizontal text'),
  sealBottomText: optional(text(0, 40)).means(
    '下弧文字（防伪码）',
    'text along the lower arc (security number)',
  ),
  sealColor: optional(sealColor()),
  sealAlpha: optional(number(0, 1)).means('不透明度', 'opacity'),
};
