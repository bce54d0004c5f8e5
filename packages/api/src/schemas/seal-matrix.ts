import { dateTime, int32, list, object, oneOf, optional, text } from '../schema.js';
import { filter, userId } from './fields.js';
import { pagingFields } from './paging.js';
import { sealAuthor } from './seal-author.js';

/** Members on one page: each brings the authorisations for every seal. */
const maxMatrixPage = 100;

/** Paging of the matrix, whose items are far larger than those of other lists. */
export const matrixPaging = {
  listPageNo: pagingFields.listPageNo,
  listPageSize: optional(int32(1, maxMatrixPage)).means(
    '每页成员数，默认 10，最多 100',
    'members per page; 10 by default, at most 100',
  ),
};

export const matrixFilters = {
  keyword: optional(filter()).means('昵称或工号的一部分', 'part of a display name or employee number'),
  endsBefore: optional(dateTime('end')).means(
    '只列出有授权在此之前失效的成员',
    'only members with an authorisation that ends before',
  ),
};

/** A member with everything that lets them use the seals of the enterprise. */
export const sealMatrixMember = object({
  userId,
  userName: text(0, 100).means('昵称', 'display name within the enterprise'),
  jobNum: text(0, 100).means('工号', 'employee number'),
  usesByRole: oneOf(0, 1).means(
    '1 按角色可用全部印章，无需授权',
    '1: uses every seal by role, without an authorisation',
  ),
  needsConsent: oneOf(0, 1).means(
    '1 企业要求有审批人的印章每次用印均须审批，按角色与授权也不例外，审批人本人除外',
    '1: the enterprise has uses of seals with an examiner examined, whatever they rest on, except those by examiners',
  ),
  authorisations: list(sealAuthor).means(
    '未失效的授权：生效中与未生效的',
    'authorisations that have not ended: in force or not yet',
  ),
});
