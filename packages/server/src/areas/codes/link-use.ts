import type { Db } from '../../database/schema.js';
import type { Services } from '../../operation/services.js';
import { findCorp } from '../enterprise/index.js';
import { contractOfLink } from '../flows/index.js';
import type { Link } from '../links/index.js';
import { nameInRegistration } from '../newcomers/index.js';
import { contractLinkUse, enterpriseLinkUse, joinUse, registrationUse } from '../sms/index.js';

/**
 * Purpose stated in the message with the code that opens a link: what the link opens, who invites, and the deadline.
 */
export async function linkUse(db: Db, services: Pick<Services, 'config'>, link: Link): Promise<string> {
  const { kind, corpId, subject } = link;
  const corpName = (await findCorp(db, corpId))?.corpName ?? '';
  switch (kind) {
    case 'sign':
    case 'fill':
    case 'copy':
    case 'draft': {
      const { flowId } = subject;
      const contract = flowId === undefined ? null : await contractOfLink(db, services, corpId, flowId);
      return contractLinkUse(kind, contract ?? { title: '', corpName, deadline: null });
    }
    case 'registration': {
      // The enterprise of the link is the one that started the contract, which the person may never have heard of.
      const { registrationId } = subject;
      const registered = registrationId === undefined ? null : await nameInRegistration(db, registrationId);
      return registrationUse(registered ?? '');
    }
    case 'invitation':
      return joinUse(corpName);
    default:
      return enterpriseLinkUse(kind, corpName);
  }
}
