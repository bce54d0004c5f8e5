/** Reading and changing authorisations. Apart from the other operations of seals, so that only the pages that need them carry them. */
import { data, fileStream, operation, page } from '../operation.js';
import { choice, dateTime, id, object, oneOf, optional } from '../schema.js';
import { verifyCode } from '../schemas/fields.js';
import { matrixFilters, matrixPaging, sealMatrixMember } from '../schemas/seal-matrix.js';

/**
 * Changes the end of an authorisation that has not ended, whether the seal is placed automatically, and whether examiners
 * are notified. A later end also ends automatic placement, because both sides have consented to the earlier one, unless
 * `autoSign` 1 asks them again.
 */
export const modifySealAuthor = operation({
  path: '/seal/modifySealAuthor',
  area: 'seals',
  right: 'manageSeals',
  successCode: '0',
  writes: true,
  freshProof: { autoSign: 1 },
  links: { seals: 'any' },
  request: object({
    id: id<'SealAuthorisation'>().means('授权编号', 'id of the authorisation'),
    expireTime: optional(dateTime('end')).means('新的失效时间', 'new end of validity'),
    autoSign: optional(oneOf(0, 1)).means(
      '1 自动落章，须管理者与成员双方同意，且限于指定模板；0 停止自动落章',
      '1: the platform places the seal automatically; requires the consent of a manager and of the member, and designated templates; 0: it no longer does',
    ),
    authType: optional(choice(['sms'])).means(
      '操作人同意自动落章的认证方式：smsType 为 sign 且带此印章 sealId 的验证码',
      'how the acting member consents to automatic placement: a code with smsType sign and the sealId of this seal',
    ),
    verifyCode,
    examinerNotify: optional(oneOf(0, 1)).means('1 通知审批人', '1: examiners are notified'),
  }),
  answer: data(object({})),
  errors: ['AUTHOR_RULE_CONFLICT', '1401'],
  reasons: ['CODE_WRONG', 'CODE_ENDED'],
  title: { zh: '修改印章授权', en: 'Modify an authorisation' },
  example: { id: 1, expireTime: '2099-12-31 23:59:59' },
});

/**
 * Lists the members with their authorisations for all seals that are or will be in force, and who needs none because of their
 * role.
 */
export const sealAuthorMatrix = operation({
  path: '/seal/authorMatrix',
  area: 'seals',
  right: 'manageSeals',
  successCode: '0',
  request: object({ ...matrixFilters, ...matrixPaging }),
  answer: page(sealMatrixMember),
  title: { zh: '分页查询印章授权表', en: 'List members with their authorisations for all seals' },
  example: { listPageNo: 1, listPageSize: 10 },
});

/**
 * Exports the members that match the filters of seal/authorMatrix as a workbook, with a row for each authorisation. The export is
 * an entry of the audit.
 */
export const exportAuthorMatrix = operation({
  path: '/seal/exportAuthorMatrix',
  area: 'seals',
  right: 'manageSeals',
  request: object(matrixFilters),
  answer: fileStream,
  title: { zh: '导出印章授权表', en: 'Export the members with their authorisations' },
  example: {},
});
