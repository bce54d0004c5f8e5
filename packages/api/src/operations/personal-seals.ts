/**
 * Personal seals: handwriting and pictures. They belong to the person in every enterprise, and only the person may
 * create, choose or delete one, in a session of their own and never through an application.
 */
import { data, operation } from '../operation.js';
import { idOrZero, list, object, optional, text } from '../schema.js';
import { name, sealColor, sealId } from '../schemas/fields.js';
import { personalSeal } from '../schemas/seal.js';
import { maxSealImageBytes } from './seals.js';

/**
 * Lists the acting member's personal seals, oldest first. Without a default among them, the name seal, which is not
 * listed, is the default.
 */
export const personalSealList = operation({
  path: '/seal/personal/list',
  area: 'seals',
  links: { sign: 'any' },
  request: object({}),
  answer: data(list(personalSeal)),
  title: { zh: '查询个人印章', en: "List the acting member's personal seals" },
});

/** Creates a seal from handwriting as drawn on a pad: a PNG in base64 or as a data URL. */
export const createByHandwriting = operation({
  path: '/seal/personal/createByHandwriting',
  area: 'seals',
  writes: true,
  ownPart: true,
  links: { sign: 'any' },
  request: object({
    image: text(1, 700_000).means('PNG 图片，base64 或 data URL', 'PNG image, base64 or data URL'),
    sealName: optional(name()).means('印章名称', 'name of the seal'),
  }),
  answer: data(object({ sealId })),
  reasons: ['OWN_SESSION_REQUIRED'],
  title: { zh: '创建手写签名', en: 'Create a personal seal from handwriting' },
  example: { image: 'data:image/png;base64,iVBORw0KGgo…', sealName: '手写签名' },
});

/** Creates a seal from a picture of a seal or of a signature on paper; the result contains the ink only. */
export const createByUpload = operation({
  path: '/seal/personal/createByUpload',
  area: 'seals',
  writes: true,
  ownPart: true,
  links: { sign: 'any' },
  request: object({
    sealName: optional(name()).means('印章名称', 'name of the seal'),
    color: optional(sealColor()).means('重新着色', 'new colour'),
  }),
  query: ['sealName', 'color'],
  file: { maxBytes: maxSealImageBytes },
  answer: data(object({ sealId })),
  errors: ['FILE_UPLOAD_ERROR'],
  reasons: ['OWN_SESSION_REQUIRED'],
  title: { zh: '上传个人印章', en: 'Create a personal seal from a picture' },
});

/** Chooses the personal seal that `sealId` 0 stands for when the member signs as a person; 0 restores the name seal. */
export const personalSealSetDefault = operation({
  path: '/seal/personal/setDefault',
  area: 'seals',
  writes: true,
  links: { sign: 'any' },
  request: object({
    sealId: idOrZero<'Seal'>().means('印章编号，0 为个人名章', 'seal id; 0: the name seal'),
  }),
  answer: data(object({})),
  errors: ['SEAL_NOT_FOUND'],
  reasons: ['OWN_SESSION_REQUIRED'],
  title: { zh: '设置默认个人印章', en: 'Set the default personal seal' },
  example: { sealId: 1 },
});

/** Deletes a seal; contracts that carry it are unchanged. */
export const personalSealDelete = operation({
  path: '/seal/personal/delete',
  area: 'seals',
  writes: true,
  links: { sign: 'any' },
  request: object({ sealId }),
  answer: data(object({})),
  errors: ['SEAL_NOT_FOUND'],
  reasons: ['OWN_SESSION_REQUIRED'],
  title: { zh: '删除个人印章', en: 'Delete a personal seal' },
  example: { sealId: 1 },
});
