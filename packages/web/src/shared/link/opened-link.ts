import { openLink } from '@cinnabar/api/pages/link.js';
import { queryOptions, skipToken } from '@tanstack/react-query';
import { call } from '../../api/call.js';
import { takePrefetched } from '../state/prefetched.js';

/** Query for what a link is for, prefetched before the page's script has loaded. */
export function openedLink(linkId: number | null) {
  return queryOptions({
    queryKey: ['link', linkId],
    queryFn: linkId === null ? skipToken : () => takePrefetched('opened', () => call(openLink, { linkId })),
    // A page in use must not revert to its entrance because the link was closed elsewhere.
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
