/** Seals: creating, previewing and looking them up. */
import { data, operation, page } from './operation.js';
import { choice, id, object, optional } from './schema.js';
import { filter } from './schemas/fields.js';
import { pagingFields } from './schemas/paging.js';
import { seal, sealCategories, sealStatus, templateSealFields } from './schemas/seal.js';
import { uploadedFile } from './schemas/uploaded-file.js';

const templateSealExample = {
  sealName: '测试公章',
  sealStyle: 1,
  categoryType: 'PUBLIC',
  sealTemplateStyle: 'round',
  sealBottomText: '1101080012345',
  sealColor: 'Red',
};

/** Draws a seal from the enterprise's name; enabled at once, default when it is the first. */
export const createSealByTemplate = operation({
  path: '/seal/createSealByTemplate',
  area: 'seals',
  right: 'manageSeals',
  writes: true,
  request: object(templateSealFields),
  answer: data(object({ sealId: id<'Seal'>() })),
  errors: ['SEAL_NAME_EXIST'],
  title: { zh: '创建模板印章', en: 'Create a template seal' },
  example: templateSealExample,
});

/** The picture that createSealByTemplate would give; needs the same right, since it shows the enterprise's seal. */
export const corpPreView = operation({
  path: '/seal/corpPreView',
  area: 'seals',
  right: 'manageSeals',
  writes: true,
  request: object(templateSealFields),
  answer: data(uploadedFile),
  errors: ['PREVIEW_GEN_ERROR'],
  title: { zh: '预览模板印章', en: 'Preview a template seal' },
  example: templateSealExample,
});

export const getSealListByPage = operation({
  path: '/seal/getSealListByPage',
  area: 'seals',
  request: object({
    sealId: optional(id<'Seal'>()),
    sealName: optional(filter()),
    categoryType: optional(choice(sealCategories, { ignoreCase: true })),
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
  request: object({ sealId: id<'Seal'>() }),
  answer: data(seal),
  errors: ['SEAL_NOT_FOUND'],
  title: { zh: '查询印章详情', en: 'Look up a seal' },
  example: { sealId: 1 },
});
