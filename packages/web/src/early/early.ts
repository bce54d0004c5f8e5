/**
 * Prefetches the page's data while its scripts are still loading: the scripts take longer than the responses. This is a
 * small entry point of its own, loaded first.
 */

import { pageAt } from '@cinnabar/api/pages/addresses.js';
import { pictureAddress } from '@cinnabar/api/pages/browser-addresses.js';
import { openLink } from '@cinnabar/api/pages/link.js';
import { type SignPageView, viewSignPage } from '@cinnabar/api/pages/sign.js';
import { call } from '../api/call.js';
import type { Wire } from '../api/wire.js';
import { firstInSight } from '../shared/document/first-in-sight.js';
import { FIRST_WIDTH } from '../shared/document/first-width.js';
import { linkIdInAddress } from '../shared/router/link-in-address.js';
import { stateIn } from '../shared/router/state-in.js';
import { prefetch } from '../shared/state/prefetched.js';
import { askForConsole } from './console.js';

const linkId = linkIdInAddress();
const page = pageAt(location.pathname);
if (page?.name === 'corps' || page?.name.startsWith('console') === true) {
  askForConsole(page.name === 'console' ? page.parameters.corpId : null);
}
if (linkId !== null) {
  const opened = prefetch('opened', call(openLink, { linkId }));
  opened.then(({ entered }) => entered !== null && preloadPage()).catch(() => undefined);
  if (page?.name === 'sign') {
    opened
      .then(async ({ entered }) => {
        if (entered === null) return;
        const { session } = entered;
        const view = await prefetch('sign', call(viewSignPage, {}, { session }));
        const named = firstInSight(view.files, stateIn('sign', location.search));
        const { fileId, page: number } = named ?? firstOwnArea(view) ?? { page: 1 };
        const file = view.files.find((each) => each.fileId === fileId) ?? view.files[0];
        if (file === undefined) return;
        const first = new Image();
        first.fetchPriority = 'high';
        first.src = pictureAddress(linkId, file, number, FIRST_WIDTH);
      })
      // The page repeats the request and reports the error.
      .catch(() => undefined);
  }
}

/** The scripts of the page itself, which a visitor who has yet to enter needs only behind the gate. */
function preloadPage(): void {
  const scripts = document.querySelector<HTMLMetaElement>('meta[name="behind-gate"]')?.content ?? '';
  for (const href of scripts.split(' ')) {
    const link = Object.assign(document.createElement('link'), { rel: 'modulepreload', href });
    if (href !== '') document.head.append(link);
  }
}

/** The page of the signer's first area, at which the desk opens. */
function firstOwnArea({ files, areas, me, obstacle }: Wire<SignPageView>) {
  if (obstacle !== null) return undefined;
  const order = files.map(({ fileId }) => fileId);
  return areas
    .filter(({ participantId, seam, required }) => participantId === me.participantId && !seam && required)
    .sort(
      (one, other) => order.indexOf(one.fileId) - order.indexOf(other.fileId) || one.page - other.page,
    )[0];
}
