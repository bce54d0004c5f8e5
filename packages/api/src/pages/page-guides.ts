/** What a page of a file offers to snap to: the baselines of its text, and its ruled lines. Lengths are px. */

import { consoleDoorReasons } from '../console-door.js';
import { scopeFor } from '../links.js';
import { data } from '../operation.js';
import { pageOperation } from '../page-operation.js';
import { type Infer, id, int32, list, number, object } from '../schema.js';
import { fileUrl } from '../schemas/fields.js';

export const pageGuides = object({
  baselines: list(object({ x: number(), y: number(), width: number() })),
  lines: list(object({ x: number(), y: number(), width: number(), height: number() })),
});
export type PageGuides = Infer<typeof pageGuides>;

/** Of a file of the draft whose controls are being placed. */
export const readPageGuides = pageOperation({
  path: '/pages/guides',
  caller: 'link',
  links: scopeFor('any', 'draft'),
  linksUntil: 'withdrawn',
  request: object({ fileId: id<'File'>(), page: int32(1) }),
  answer: data(pageGuides),
  title: { zh: '合同一页的基线与框线', en: 'Get the baselines and ruled lines of a page' },
});

/** Of an upload of the enterprise, in the designer of templates. */
export const readUploadGuides = pageOperation({
  path: '/pages/console/guides',
  caller: 'console',
  consoleSession: 'any',
  request: object({ corpId: id<'Corp'>(), fileUrl: fileUrl(), page: int32(1) }),
  answer: data(pageGuides),
  reasons: consoleDoorReasons,
  title: { zh: '上传文件一页的基线与框线', en: 'Get the baselines and ruled lines of a page of an upload' },
});

/** Of an upload of the enterprise, in the designer that a link has opened. */
export const readLinkedUploadGuides = pageOperation({
  path: '/pages/template/guides',
  caller: 'link',
  links: scopeFor('any', 'templates'),
  linksUntil: 'withdrawn',
  request: object({ fileUrl: fileUrl(), page: int32(1) }),
  answer: data(pageGuides),
  title: {
    zh: '通过链接查询上传文件一页的基线与框线',
    en: 'Get the baselines and ruled lines of a page of an upload, by a link',
  },
});
