import { type Flow, loadFlow } from '../areas/flows/index.js';
import type { Link } from '../areas/links/index.js';
import type { Db } from '../database/schema.js';
import { refuse } from '../refusal.js';
import { standingOf } from './link-standing.js';

type FlowFile = Flow['files'][number];

/**
 * One page of a file in the flow of a link, for the link's person: also after what they had to do in it is done.
 * @throws Refusal 404
 */
export async function fileOfLink(
  db: Db,
  link: Link,
  { fileId, page }: { readonly fileId: number; readonly page: number },
  now: Date,
): Promise<{ readonly flow: Flow; readonly file: FlowFile }> {
  const { flowId } = link.subject;
  const flow = flowId === undefined || link.endedAt !== null ? null : await loadFlow(db, link.corpId, flowId);
  const file = flow?.files.find((each) => each.fileId === fileId);
  if (flow === null || file === undefined) throw refuse('404');
  if (page < 1 || page > file.pages.length) throw refuse('404');
  const isTheirs =
    flow.initiatorId === link.userId ||
    flow.participants.some((participant) => participant.psnId === link.userId);
  // Whoever is asked for consent or has a copy is no participant.
  if (!isTheirs && !(await standingOf(db, link, now)).open) throw refuse('404');
  return { flow, file };
}
