/** Text of a contract's pages, for screen readers and larger type. */
import { scopeFor } from '../links.js';
import { data } from '../operation.js';
import { pageOperation } from '../page-operation.js';
import { type Infer, id, int32, list, object } from '../schema.js';
import { anyText } from './page-fields.js';

/** Text of one page. */
export const pageText = object({
  /** Empty for a page that is only a picture, such as a scan. */
  paragraphs: list(anyText()),
});
export type PageText = Infer<typeof pageText>;

export const readPageText = pageOperation({
  path: '/pages/text',
  caller: 'link',
  links: scopeFor('any', 'sign', 'fill', 'copy', 'draft', 'approval'),
  linksUntil: 'withdrawn',
  request: object({ fileId: id<'File'>(), page: int32(1) }),
  answer: data(pageText),
  title: { zh: '合同一页的文字', en: 'Get the text of a page' },
});
