import { keepDraft, keepViews } from '@cinnabar/api/operations/workspace.js';
import type { Client } from '../../support/client.js';
import type { Uploaded } from './world.js';

/** Drafts of home's owner, by their keys. */
export interface Drafts {
  /** Not saved yet. */
  readonly home: string;
  /** Saved, and changed by nobody. */
  readonly read: string;
  /** Saved, to be deleted. */
  readonly unwanted: string;
}

/** A draft with every field, and one saved view. */
export async function givenDrafts(client: Client, upload: Uploaded, templateId: number): Promise<Drafts> {
  const [read, unwanted] = ['draft-to-read', 'draft-to-delete'];
  await client.data(keepDraft, { draftKey: unwanted });
  await client.post('/signTask/contract/keepDraft', {
    draftKey: read,
    templateId,
    flowTitle: '未写完的合同',
    contractFileList: [upload],
    participantList: [
      {
        partyKey: 'a',
        participantType: 1,
        participantCorpName: '云帆贸易有限公司',
        psnName: '李四',
        psnAccount: '138',
        signOrder: 1,
      },
    ],
    fillComponents: [{ componentId: 1, componentValue: '一万' }],
  });
  await client.data(keepViews, { views: [{ viewName: '逾期', query: 'days=3' }] });
  return { home: 'draft-of-home', read, unwanted };
}
