import type { Link } from '../../areas/links/index.js';

/** Where the page of a link is. Its secret does not stand in there: addresses are copied, kept and photographed. */
export function pageOfLink({ linkId, kind, subject }: Pick<Link, 'linkId' | 'kind' | 'subject'>): string {
  const { flowId, participantId, approvalId, templateId } = subject;
  const part = participantId === undefined ? '' : `p=${participantId}&`;
  const link = `l=${linkId}`;
  switch (kind) {
    case 'sign':
      return `/sign/${flowId}?${part}${link}`;
    case 'fill':
      return `/fill/${flowId}?${part}${link}`;
    case 'draft':
      return `/place/${flowId}?${link}`;
    case 'approval':
      return `/approve/${approvalId}?${link}`;
    case 'copy':
      return `/copy/${flowId}?${link}`;
    case 'personalAuth':
      return `/identity?${link}`;
    case 'invitation':
      return `/invitation?${link}`;
    case 'access':
      return `/contracts?${link}`;
    case 'registration':
      return `/registration?${link}`;
    case 'autoSign':
      return `/automatic?${link}`;
    case 'seals':
      return `/seals?${link}`;
    case 'templates':
      return templateId === undefined ? `/templates?${link}` : `/designer/${templateId}?${link}`;
  }
}

/** Every path that the one HTML file answers to. */
export const pagePaths = [
  '/',
  '/sign/:flowId',
  '/fill/:flowId',
  '/place/:flowId',
  '/copy/:flowId',
  '/approve',
  '/approve/:approvalId',
  '/identity',
  '/invitation',
  '/contracts',
  '/registration',
  '/automatic',
  '/seals',
  '/seals/:sealId',
  '/templates',
  '/designer/:templateId',
  '/face/:orderNo',
  '/pay/:orderId',
  '/enterprise/new',
  '/verify',
  '/write',
] as const;
