/**
 * Prefetches the page's data while its scripts are still loading: the scripts take longer than the responses. This is a
 * small entry point of its own, loaded first.
 */

import { pageAt } from '@cinnabar/api/pages/addresses.js';
import { pictureAddress } from '@cinnabar/api/pages/browser-addresses.js';
import { openLink } from '@cinnabar/api/pages/link.js';
import { viewSignPage } from '@cinnabar/api/pages/sign.js';
import { call } from '../api/call.js';
import { firstInSight } from '../shared/document/first-in-sight.js';
import { FIRST_WIDTH } from '../shared/document/first-width.js';
import { linkIdInAddress } from '../shared/router/link-in-address.js';
import { stateIn } from '../shared/router/state-in.js';
import { prefetch } from '../shared/state/prefetched.js';

const linkId = linkIdInAddress();
if (linkId !== null) {
  const opened = prefetch('opened', call(openLink, { linkId }));
  if (pageAt(location.pathname)?.name === 'sign') {
    opened
      .then(async ({ entered }) => {
        if (entered === null) return;
        const { session } = entered;
        const view = await prefetch('sign', call(viewSignPage, {}, { session }));
        const { fileId, page } = firstInSight(view.files, stateIn('sign', location.search)) ?? { page: 1 };
        const file = view.files.find((each) => each.fileId === fileId) ?? view.files[0];
        if (file === undefined) return;
        const first = new Image();
        first.fetchPriority = 'high';
        first.src = pictureAddress(linkId, file, page, FIRST_WIDTH);
      })
      // The page repeats the request and reports the error.
      .catch(() => undefined);
  }
}
