/**
 * Asks for what the page will show while its scripts are still on their way: they take longer than the answers. It is
 * an entry of its own, small, and first.
 */
import type { OpenedLink } from '@cinnabar/api/pages/link.js';
import type { SignPageView } from '@cinnabar/api/pages/sign.js';
import { post } from '../api/post.js';
import type { Wire } from '../api/wire.js';
import { FIRST_WIDTH, pictureAddress } from '../shared/document/picture-address.js';
import { pageAddress } from '../shared/router/address.js';
import { askEarly } from '../shared/state/early-answers.js';

const { linkId, path } = pageAddress();
if (linkId !== null) {
  const opened = askEarly('opened', post<Wire<OpenedLink>>('/pages/link/open', { linkId }));
  if (/^\/sign\/\d+$/.test(path)) {
    opened
      .then(async ({ entered }) => {
        if (entered === null) return;
        const { session } = entered;
        const view = await askEarly('sign', post<Wire<SignPageView>>('/pages/sign/view', {}, { session }));
        const [file] = view.files;
        if (file === undefined) return;
        const first = new Image();
        first.fetchPriority = 'high';
        first.src = pictureAddress(linkId, file, 1, FIRST_WIDTH);
      })
      // The page asks again, and says what is wrong.
      .catch(() => undefined);
  }
}
