/**
 * Asks for what the page will show while its scripts are still on their way: they take longer than the answers. It is
 * an entry of its own, small, and first.
 */
import { pageAt } from '@cinnabar/api/pages/addresses.js';
import type { OpenedLink } from '@cinnabar/api/pages/link.js';
import type { SignPageView } from '@cinnabar/api/pages/sign.js';
import { post } from '../api/post.js';
import type { Wire } from '../api/wire.js';
import { firstInSight } from '../shared/document/first-in-sight.js';
import { FIRST_WIDTH, pictureAddress } from '../shared/document/picture-address.js';
import { linkIdInAddress } from '../shared/router/link-in-address.js';
import { stateIn } from '../shared/router/state-in.js';
import { askEarly } from '../shared/state/early-answers.js';

const linkId = linkIdInAddress();
if (linkId !== null) {
  const opened = askEarly('opened', post<Wire<OpenedLink>>('/pages/link/open', { linkId }));
  if (pageAt(location.pathname)?.name === 'sign') {
    opened
      .then(async ({ entered }) => {
        if (entered === null) return;
        const { session } = entered;
        const view = await askEarly('sign', post<Wire<SignPageView>>('/pages/sign/view', {}, { session }));
        const { fileId, page } = firstInSight(view.files, stateIn('sign', location.search)) ?? { page: 1 };
        const file = view.files.find((each) => each.fileId === fileId) ?? view.files[0];
        if (file === undefined) return;
        const first = new Image();
        first.fetchPriority = 'high';
        first.src = pictureAddress(linkId, file, page, FIRST_WIDTH);
      })
      // The page asks again, and says what is wrong.
      .catch(() => undefined);
  }
}
