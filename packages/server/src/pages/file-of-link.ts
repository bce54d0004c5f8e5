import { id } from '@cinnabar/api/schema.js';
import { type Flow, picturedFlow } from '../areas/flows/index.js';
import type { Db } from '../database/schema.js';
import type { LinkGrant } from '../operation/context.js';
import { refuse } from '../operation/refusal.js';

const fileIds = id<'File'>();

type FlowFile = Flow['files'][number];

/**
 * One page of a file in the flow of a link, for the link's person, even after their duty is done.
 * @throws Refusal 404
 */
export async function fileOfLink(
  db: Db,
  link: LinkGrant,
  { fileId, page }: { readonly fileId: number; readonly page: number },
): Promise<{ readonly flow: Flow; readonly file: FlowFile }> {
  if (fileId < 1) throw refuse('404');
  const { kind, corpId, userId, subject } = link;
  const { flowId = null, copierId = null } = subject;
  const wanted = fileIds.read(fileId, 'fileId', { zone: 'UTC' });
  const flow = await picturedFlow(db, { kind, corpId, userId, flowId, copierId }, wanted);
  const file = flow?.files.find((each) => each.fileId === wanted);
  if (flow === null || file === undefined) throw refuse('404');
  if (page < 1 || page > file.pages.length) throw refuse('404');
  return { flow, file };
}
