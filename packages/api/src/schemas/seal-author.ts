import { SealAuthorStatus } from '../enums.js';
import {
  choice,
  dateTime,
  type Id,
  type Infer,
  id,
  nullable,
  object,
  oneOf,
  optional,
  text,
} from '../schema.js';
import { createTime, sealId, templateId, userId } from './fields.js';

export type AuthorisationId = Id<'SealAuthorisation'>;

/** SEAL_USER may use the seal; SEAL_EXAMINER may also decide on its use by others. */
export const sealAuthorRoles = ['SEAL_USER', 'SEAL_EXAMINER'] as const;
export type SealAuthorRole = (typeof sealAuthorRoles)[number];

/** 0 all contracts, 1 contracts of designated templates. */
export const sealAuthorRange = () =>
  oneOf(0, 1).means('0 全部合同，1 指定模板', '0: all contracts; 1: contracts of designated templates');
export type SealAuthorRange = 0 | 1;

/** 1 in force, 2 not yet, 3 expired, 4 withdrawn. */
const sealAuthorStatus = () =>
  oneOf(...Object.values(SealAuthorStatus)).means(
    '1 生效 2 未生效 3 过期 4 已收回',
    '1 in force 2 not yet in force 3 expired 4 withdrawn',
  );

/**
 * Automatic placement; `awaitingManager` and `awaitingMember` name whose consent is missing for the current templates.
 */
const autoSignStatuses = ['none', 'awaitingManager', 'awaitingMember', 'inForce'] as const;

/** An authorisation in lists. */
export const sealAuthor = object({
  id: id<'SealAuthorisation'>().means('授权编号', 'id of the authorisation'),
  sealId,
  userId,
  userName: text(0, 100).means('昵称', 'display name within the enterprise'),
  authorRole: choice(sealAuthorRoles).means(
    'SEAL_USER 用印人，SEAL_EXAMINER 审批人',
    'SEAL_USER uses the seal; SEAL_EXAMINER also approves its use by others',
  ),
  authorRange: sealAuthorRange(),
  autoSign: oneOf(0, 1).means('1 自动落章', '1: the platform places the seal automatically'),
  autoSignStatus: choice(autoSignStatuses).means(
    '自动落章：none 未启用，awaitingManager 待管理者确认，awaitingMember 待成员确认，inForce 生效',
    'automatic placement: none, awaitingManager, awaitingMember (whose consent is missing), inForce',
  ),
  effectiveTime: dateTime().means('生效时间', 'start of validity'),
  expireTime: nullable(dateTime()).means('失效时间，null 为长期', 'end of validity; null: unlimited'),
  examinerNotify: oneOf(0, 1).means('1 通知审批人', '1: examiners are notified'),
  status: sealAuthorStatus(),
  templates: text(0, 20_000).means(
    '模板编号列表的 JSON 文本；不限模板时为 []',
    'list of template ids as JSON text; [] for all contracts',
  ),
  templateName: text(0, 200_000).means('模板名称，以逗号分隔', 'names of the templates, separated by commas'),
  createTime,
});
export type SealAuthorView = Infer<typeof sealAuthor>;

export const authorisedUser = object({ userId });

/** Identified by id; a name is accepted and ignored. */
export const designatedTemplate = object({
  templateId,
  templateName: optional(text(0, 200)).means('模板名称', 'name of the template'),
});
