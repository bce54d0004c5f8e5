/** Seals: creation, preview, authorisation, queries and deletion. */
import { SealStatus } from '../enums.js';
import { data, limitedPage, operation, page } from '../operation.js';
import { choice, dateTime, id, int32, list, number, object, oneOf, optional, text } from '../schema.js';
import { fileName, filter, name, sealColor, sealId, verifyCode } from '../schemas/fields.js';
import { countLimitField, pagingFields } from '../schemas/paging.js';
import { seal, sealCategories, sealShapes, sealStatus, templateSealFields } from '../schemas/seal.js';
import {
  authorisedUser,
  designatedTemplate,
  sealAuthor,
  sealAuthorRange,
  sealAuthorRoles,
} from '../schemas/seal-author.js';
import { sealUse, sealUseFilters } from '../schemas/seal-use.js';
import { uploadedFile } from '../schemas/uploaded-file.js';

/** Bytes: 5 MiB. */
export const maxSealImageBytes = 5 * 1024 * 1024;

const templateSealExample = {
  sealName: '测试公章',
  sealStyle: 1,
  categoryType: 'PUBLIC',
  sealTemplateStyle: 'round',
  sealBottomText: '1101080012345',
  sealColor: 'Red',
};

/**
 * Draws a seal from the enterprise's name. It is enabled at once, and the enterprise's first seal becomes the default.
 */
export const createSealByTemplate = operation({
  path: '/seal/createSealByTemplate',
  area: 'seals',
  right: 'manageSeals',
  writes: true,
  freshProof: true,
  links: { seals: 'any' },
  request: object(templateSealFields),
  answer: data(object({ sealId })),
  errors: ['SEAL_NAME_EXIST'],
  title: { zh: '创建模板印章', en: 'Create a template seal' },
  example: templateSealExample,
});

/**
 * Creates a seal from the picture that the acting member last uploaded with uploadSealFile, within 30 minutes. Each
 * upload can be used once.
 */
export const createSealByImage = operation({
  path: '/seal/createSealByImage',
  area: 'seals',
  right: 'manageSeals',
  writes: true,
  freshProof: true,
  links: { seals: 'any' },
  request: object({
    sealName: name().means('印章名称，企业内唯一', 'name of the seal, unique within the enterprise'),
    sealStyle: oneOf(3).means('1 模板印章，3 图片印章', '1: template seal; 3: image seal'),
    categoryType: choice(sealCategories, { ignoreCase: true }).means('印章类别', 'category of the seal'),
    sealTemplateStyle: choice(sealShapes, { ignoreCase: true }).means('印章形状', 'shape of the seal'),
  }),
  answer: data(object({ sealId })),
  errors: ['SEAL_NAME_EXIST', 'SEAL_IMAGE_NOT_FOUND'],
  title: { zh: '创建图片印章', en: 'Create a seal from an uploaded image' },
  example: { sealName: '测试图片章', sealStyle: 3, categoryType: 'PUBLIC', sealTemplateStyle: 'round' },
});

/** Extracts a seal from a scan or photograph; the result has a transparent background. */
export const uploadSealFile = operation({
  path: '/seal/uploadSealFile',
  area: 'seals',
  right: 'manageSeals',
  writes: true,
  links: { seals: 'any' },
  request: object({ color: optional(sealColor()).means('重新着色', 'new colour') }),
  query: ['color'],
  file: { maxBytes: maxSealImageBytes },
  answer: data(uploadedFile),
  errors: ['FILE_UPLOAD_ERROR'],
  title: { zh: '上传印章图片', en: 'Upload a seal image' },
});

/**
 * Previews what createSealByTemplate would draw. It requires the same right, since the preview shows the enterprise's
 * seal.
 */
export const corpPreView = operation({
  path: '/seal/corpPreView',
  area: 'seals',
  right: 'manageSeals',
  writes: true,
  links: { seals: 'any' },
  request: object(templateSealFields),
  answer: data(uploadedFile),
  errors: ['PREVIEW_GEN_ERROR'],
  title: { zh: '预览模板印章', en: 'Preview a template seal' },
  example: templateSealExample,
});

/**
 * Recolours an uploaded seal image, or changes its opacity. Only links issued by this service are accepted; nothing is
 * fetched.
 */
export const uploadSealFilePreView = operation({
  path: '/seal/uploadSealFilePreView',
  area: 'seals',
  right: 'manageSeals',
  writes: true,
  links: { seals: 'any' },
  request: object({
    fileName: fileName().means('上传时返回的文件名', 'file name as the upload returned it'),
    httpUrl: text(1, 4000).means('上传时返回的限时链接', 'signed link as the upload returned it'),
    sealColor: optional(sealColor()),
    sealAlpha: optional(number(0, 1)).means('不透明度', 'opacity'),
  }),
  answer: data(uploadedFile),
  errors: ['IMAGE_PROCESS_ERROR'],
  title: { zh: '预览图片印章', en: 'Preview an uploaded seal image' },
  example: {
    fileName: '公章.png',
    httpUrl: 'http://127.0.0.1:3000/files/token',
    sealColor: 'Red',
    sealAlpha: 0.9,
  },
});

export const getSealListByPage = operation({
  path: '/seal/getSealListByPage',
  area: 'seals',
  links: { access: 'any', seals: 'any' },
  request: object({
    sealId: optional(sealId),
    sealName: optional(filter()).means('印章名称', 'name of the seal'),
    categoryType: optional(choice(sealCategories, { ignoreCase: true })).means(
      '印章类别',
      'category of the seal',
    ),
    sealStatus: optional(sealStatus()),
    ...pagingFields,
  }),
  answer: page(seal),
  errors: ['QUERY_ERROR'],
  title: { zh: '分页查询印章', en: 'List seals' },
  example: { sealName: '公章', listPageNo: 1, listPageSize: 10 },
});

export const getSealInfo = operation({
  path: '/seal/getSealInfo',
  area: 'seals',
  links: { access: 'any', seals: 'any' },
  request: object({ sealId }),
  answer: data(seal),
  errors: ['SEAL_NOT_FOUND'],
  title: { zh: '查询印章详情', en: 'Look up a seal' },
  example: { sealId: 1 },
});

/**
 * Authorises members to use or examine a seal, for all contracts or those of certain templates, during a period.
 * Creates one record per member, for all of them or none.
 */
export const addSealAuthor = operation({
  path: '/seal/addSealAuthor',
  area: 'seals',
  right: 'manageSeals',
  writes: true,
  freshProof: { autoSign: 1 },
  links: { seals: 'any' },
  request: object({
    sealId,
    authorMemberRange: oneOf(1).means('1 指定成员', '1: designated members'),
    userIdList: list(authorisedUser, { min: 1 }).means('被授权成员', 'members to authorise'),
    authorRole: choice(sealAuthorRoles, { ignoreCase: true }).means(
      'SEAL_USER 用印人，SEAL_EXAMINER 审批人',
      'SEAL_USER uses the seal; SEAL_EXAMINER also approves its use by others',
    ),
    authorRange: sealAuthorRange(),
    templatesList: optional(list(designatedTemplate)).means(
      '指定的模板，authorRange 为 1 时必填',
      'designated templates; required where authorRange is 1',
    ),
    effectiveTime: optional(dateTime()).means(
      '生效时间，缺省立即',
      'start of validity; immediately by default',
    ),
    expireTime: optional(dateTime('end')).means(
      '失效时间，缺省长期',
      'end of validity; unlimited by default',
    ),
    autoSign: optional(oneOf(0, 1)).means(
      '1 自动落章；须管理者与成员双方同意，且限于指定模板',
      '1: the platform places the seal automatically; requires the consent of a manager and of the member, and designated templates',
    ),
    authType: optional(choice(['sms'])).means(
      '操作人同意自动落章的认证方式：smsType 为 sign 且带此 sealId 的验证码',
      "proof of the acting member's consent to autoSign: a code of smsType sign with this sealId; a password is not enough",
    ),
    verifyCode,
    examinerNotify: optional(oneOf(0, 1)).means('1 通知审批人', '1: examiners are notified'),
  }),
  answer: data(object({})),
  errors: ['SEAL_NOT_FOUND', 'AUTHOR_RULE_CONFLICT', '1401'],
  reasons: ['CODE_WRONG', 'CODE_ENDED'],
  title: { zh: '添加印章授权', en: 'Authorise members to use a seal' },
  example: {
    sealId: 1,
    authorMemberRange: 1,
    userIdList: [{ userId: 2 }],
    authorRole: 'SEAL_USER',
    authorRange: 0,
    expireTime: '2099-12-31 23:59:59',
  },
});

/** Withdraws an authorisation and its automatic placement at once; one that has ended is unchanged. */
export const cancelSealAuthor = operation({
  path: '/seal/cancelSealAuthor',
  area: 'seals',
  right: 'manageSeals',
  writes: true,
  links: { seals: 'any' },
  request: object({ id: id<'SealAuthorisation'>().means('授权编号', 'id of the authorisation') }),
  answer: data(object({})),
  title: { zh: '撤销印章授权', en: 'Withdraw an authorisation' },
  example: { id: 1 },
});

/** Lists all authorisations of a seal, including those no longer in force. */
export const getSealAuthorList = operation({
  path: '/seal/getSealAuthorList',
  area: 'seals',
  links: { seals: 'any' },
  request: object({ sealId, ...pagingFields }),
  answer: page(sealAuthor),
  errors: ['SEAL_NOT_FOUND'],
  title: { zh: '分页查询印章授权', en: 'List the authorisations of a seal' },
  example: { sealId: 1, listPageNo: 1, listPageSize: 10 },
});

/** Renames a seal; its appearance never changes. */
export const sealModify = operation({
  path: '/seal/modify',
  area: 'seals',
  right: 'manageSeals',
  writes: true,
  links: { seals: 'any' },
  request: object({
    sealId,
    sealName: name().means('印章名称，企业内唯一', 'name of the seal, unique within the enterprise'),
  }),
  answer: data(object({})),
  errors: ['SEAL_NOT_FOUND', 'SEAL_NAME_EXIST'],
  title: { zh: '修改印章名称', en: 'Rename a seal' },
  example: { sealId: 1, sealName: '新公章' },
});

/** Deletes a seal and its authorisations; contracts that carry it are unchanged. */
export const sealDelete = operation({
  path: '/seal/delete',
  area: 'seals',
  right: 'manageSeals',
  writes: true,
  links: { seals: 'any' },
  request: object({ sealId }),
  answer: data(object({})),
  errors: ['SEAL_NOT_FOUND', 'SEAL_DELETE_FAILED'],
  title: { zh: '删除印章', en: 'Delete a seal' },
  example: { sealId: 1 },
});

/** Makes an enabled seal the default, which `sealId` 0 stands for. */
export const updDefault = operation({
  path: '/seal/updDefault',
  area: 'seals',
  right: 'manageSeals',
  writes: true,
  links: { seals: 'any' },
  request: object({ sealId }),
  answer: data(object({})),
  errors: ['SEAL_NOT_FOUND'],
  reasons: ['SEAL_NOT_USABLE'],
  title: { zh: '设置默认印章', en: 'Set the default seal' },
  example: { sealId: 1 },
});

/**
 * Suspends an enabled seal, or resumes one that the enterprise itself has suspended. `waitingNum` is the number of contracts
 * that cannot be signed with it meanwhile; `dryRun` answers it and changes nothing. Open approvals stay: who decides one is
 * told SEAL_NOT_USABLE, and the contract waits.
 */
export const sealUpdateStatus = operation({
  path: '/seal/updateStatus',
  area: 'seals',
  right: 'manageSeals',
  successCode: '0',
  writes: true,
  freshProof: { status: 1 },
  links: { seals: 'any' },
  request: object({
    sealId,
    status: oneOf(SealStatus.enabled, SealStatus.suspended).means('1 恢复，4 停用', '1: resume; 4: suspend'),
    reason: optional(text(1, 200)).means('停用原因，停用时必填', 'reason; required to suspend'),
    dryRun: optional(oneOf(0, 1)).means(
      '1 只查询影响，不作改变',
      '1: answers the effect and changes nothing',
    ),
  }),
  answer: data(
    object({
      sealId,
      status: sealStatus(),
      waitingNum: int32(0).means(
        '等待此章审批、或签署人只能用此章的合同数，不含保密合同',
        'number of contracts that wait for consent to it, or whose signer can use no other seal, except confidential ones',
      ),
    }),
  ),
  errors: ['SEAL_NOT_FOUND'],
  reasons: ['SEAL_NOT_USABLE'],
  title: { zh: '停用或恢复印章', en: 'Suspend or resume a seal' },
  example: { sealId: 1, status: 4, reason: '遗失' },
});

/** Lists who has used which seal in which contract, and tries that placed nothing, newest first. */
export const sealUsageList = operation({
  path: '/seal/usageList',
  area: 'seals',
  right: 'readSealUse',
  successCode: '0',
  request: object({
    ...sealUseFilters,
    ...countLimitField,
    ...pagingFields,
  }),
  answer: limitedPage(sealUse),
  title: { zh: '分页查询印章使用记录', en: 'List the uses of seals' },
  example: { sealId: 1, listPageNo: 1, listPageSize: 10 },
});

/** Returns a link to the acting member's seal management page. */
export const getSealAuthorUrl = operation({
  path: '/seal/getSealAuthorUrl',
  area: 'seals',
  right: 'manageSeals',
  writes: true,
  request: object({}),
  answer: data(text(1, 2000)),
  errors: ['PERMISSION_DENIED'],
  title: { zh: '获取印章管理页面链接', en: 'Get a link to manage seals' },
  example: {},
});
