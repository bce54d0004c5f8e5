import { pageAddress } from '@cinnabar/api/pages/addresses.js';
import type { Link } from '../../areas/links/index.js';

/** Path of a link's page. */
export function pageOfLink({ linkId, kind, subject }: Pick<Link, 'linkId' | 'kind' | 'subject'>): string {
  const { participantId, templateId } = subject;
  switch (kind) {
    case 'sign':
    case 'fill':
      return pageAddress(kind, { flowId: given(subject.flowId) }, { linkId, participantId });
    case 'draft':
      return pageAddress('place', { flowId: given(subject.flowId) }, { linkId });
    case 'approval':
      return pageAddress('approval', { approvalId: given(subject.approvalId) }, { linkId });
    case 'copy':
      return pageAddress('copy', { flowId: given(subject.flowId) }, { linkId });
    case 'personalAuth':
      return pageAddress('identity', {}, { linkId });
    case 'invitation':
      return pageAddress('invitation', {}, { linkId });
    case 'access':
      return pageAddress('contracts', {}, { linkId });
    case 'registration':
      return pageAddress('registration', {}, { linkId });
    case 'autoSign':
      return pageAddress('automatic', {}, { linkId });
    case 'seals':
      return pageAddress('seals', {}, { linkId });
    case 'templates':
      return templateId === undefined
        ? pageAddress('templates', {}, { linkId })
        : pageAddress('designer', { templateId }, { linkId });
  }
}

/** These kinds of link always have a subject; one without it was altered in the database manually. */
function given(id: number | undefined): number {
  if (id === undefined) throw new Error('the link has no subject');
  return id;
}
