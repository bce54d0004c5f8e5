import type { OpenedLink } from '@cinnabar/api/pages/link.js';
import { queryOptions } from '@tanstack/react-query';
import { post } from '../../api/post.js';
import type { Wire } from '../../api/wire.js';
import { takeEarly } from '../state/early-answers.js';

/** What a link is about: asked for before the page that shows it has arrived. */
export function openedLink(linkId: number | null) {
  return queryOptions({
    queryKey: ['link', linkId],
    queryFn: () => takeEarly('opened', () => post<Wire<OpenedLink>>('/pages/link/open', { linkId })),
    enabled: linkId !== null,
    // A page in use must not fall back to its door because somebody has ended its matter elsewhere.
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
