/** Text of the pages of a contract, for screen readers and larger type. */
import { scopeFor } from '../links.js';
import { data } from '../operation.js';
import { pageOperation } from '../page-operation.js';
import { type Infer, id, int32, list, object } from '../schema.js';
import { anyText } from './page-fields.js';

/** One page of a contract as text. */
export const pageText = object({
  /** None for a page that is only a picture, such as a scan. */
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
  title: { zh: '合同一页的文字', en: 'The text of a page' },
});
