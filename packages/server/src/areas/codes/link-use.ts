import type { Db } from '../../database/schema.js';
import type { Services } from '../../services.js';
import { findCorp } from '../enterprise/index.js';
import { contractOfLink } from '../flows/index.js';
import type { Link } from '../links/index.js';
import { contractLinkUse, enterpriseLinkUse, joinUse } from '../sms/index.js';

/** What the code that opens a link is said to be for: what it opens, who invites, until when. */
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
    case 'invitation':
      return joinUse(corpName);
    default:
      return enterpriseLinkUse(kind, corpName);
  }
}
