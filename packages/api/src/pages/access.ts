import { data } from '../operation.js';
import { pageOperation } from '../page-operation.js';
import { id, object } from '../schema.js';
import { anyText } from './page-fields.js';

/**
 * Opens a contract from the pages of a member whom an application has let in. Anyone who handed out the access cannot
 * read texts to the member's mobile: the contract's own link asks for a code.
 */
export const openFromAccess = pageOperation({
  path: '/pages/access/open',
  caller: 'link',
  links: { access: 'any' },
  writes: true,
  startsSession: true,
  request: object({ flowId: id<'Flow'>() }),
  answer: data(object({ address: anyText() })),
  title: { zh: '打开本人的合同', en: 'Open a contract of one’s own' },
});
