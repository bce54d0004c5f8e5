import { openLink } from '@cinnabar/api/pages/link.js';
import { queryOptions, skipToken } from '@tanstack/react-query';
import { call } from '../../api/call.js';
import { takeEarly } from '../state/early-answers.js';

/** What a link is about: asked for before the page that shows it has arrived. */
export function openedLink(linkId: number | null) {
  return queryOptions({
    queryKey: ['link', linkId],
    queryFn: linkId === null ? skipToken : () => takeEarly('opened', () => call(openLink, { linkId })),
    // A page in use must not fall back to its door because somebody has ended its matter elsewhere.
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
