/**
 * A person's own seals: handwriting and pictures. They belong to the person, whatever enterprise they act in, and only
 * the person makes, chooses or deletes one: in a session of their own, never by an application.
 */
import { data, operation } from '../operation.js';
import { idOrZero, list, object, optional, text } from '../schema.js';
import { name, sealColor, sealId } from '../schemas/fields.js';
import { personalSeal } from '../schemas/seal.js';
import { maxSealImageBytes } from './seals.js';

/** The acting member's own seals, oldest first. Where none is the default, the name seal is, which is in no list. */
export const personalSealList = operation({
  path: '/seal/personal/list',
  area: 'seals',
  links: { sign: 'any' },
  request: object({}),
  answer: data(list(personalSeal)),
  title: { zh: '查询个人印章', en: "List the acting member's own seals" },
});

/** Makes a seal of handwriting, as a pad on a page gives it: a PNG in base64 or a data URL. */
export const createByHandwriting = operation({
  path: '/seal/personal/createByHandwriting',
  area: 'seals',
  writes: true,
  links: { sign: 'any' },
  request: object({
    image: text(1, 700_000).means('PNG 图片，base64 或 data URL', 'PNG image, base64 or data URL'),
    sealName: optional(name()).means('印章名称', 'name of the seal'),
  }),
  answer: data(object({ sealId })),
  reasons: ['OWN_SESSION_REQUIRED'],
  title: { zh: '创建手写签名', en: 'Make a seal of handwriting' },
  example: { image: 'data:image/png;base64,iVBORw0KGgo…', sealName: '手写签名' },
});

/** Makes a seal of a picture of one, or of a signature on paper: what comes back is the ink alone. */
export const createByUpload = operation({
  path: '/seal/personal/createByUpload',
  area: 'seals',
  writes: true,
  links: { sign: 'any' },
  request: object({
    sealName: optional(name()).means('印章名称', 'name of the seal'),
    color: optional(sealColor()).means('重新着色', 'colour to paint it in'),
  }),
  query: ['sealName', 'color'],
  file: { maxBytes: maxSealImageBytes },
  answer: data(object({ sealId })),
  errors: ['FILE_UPLOAD_ERROR'],
  reasons: ['OWN_SESSION_REQUIRED'],
  title: { zh: '上传个人印章', en: 'Make a personal seal of a picture' },
});

/** Makes one of the acting member's seals what `sealId` 0 stands for where they sign as a person; 0 is the name seal again. */
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
  title: { zh: '设置默认个人印章', en: 'Make a personal seal the default' },
  example: { sealId: 1 },
});

/** Ends a seal; contracts that carry it stay as they are. */
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
