import { data } from '../operation.js';
import { pageOperation } from '../page-operation.js';
import { id, object } from '../schema.js';
import { anyText } from './page-fields.js';

/**
 * Opens a contract from an access link's pages. The contract's own link still asks for a code: whoever handed out the
 * access link cannot read the member's text messages.
 */
export const openFromAccess = pageOperation({
  path: '/pages/access/open',
  caller: 'link',
  links: { access: 'any' },
  writes: true,
  startsSession: true,
  request: object({ flowId: id<'Flow'>() }),
  answer: data(object({ address: anyText() })),
  title: { zh: '打开本人的合同', en: 'Open a contract of the member' },
});
