import { id } from '@cinnabar/api/schema.js';
import { type Corp, findCorp, isClosed } from '@cinnabar/server/areas/enterprise/index.js';
import type { Db } from '@cinnabar/server/database/schema.js';
import type { CorpId } from '@cinnabar/server/operation/context.js';
import { CommandFailed, type Option, type Values } from './command.js';
import { readOption } from './read-option.js';

/** The option that identifies an enterprise. */
export const corpOption: Option = {
  type: 'string',
  required: true,
  placeholder: 'ID',
  description: 'corpId of the enterprise',
};

/** @throws UsageError */
export function readCorpId(values: Values): CorpId {
  return readOption(id<'Corp'>(), values, 'corp');
}

/** @throws CommandFailed if there is none */
export async function requireCorp(db: Db, corpId: CorpId): Promise<Corp> {
  const corp = await findCorp(db, corpId);
  if (corp === null) throw noCorp(corpId);
  return corp;
}

/** @throws CommandFailed if the enterprise does not exist or is closed */
export async function requireOpenCorp(db: Db, corpId: CorpId): Promise<Corp> {
  const corp = await requireCorp(db, corpId);
  if (await isClosed(db, corpId)) throw new CommandFailed(`enterprise ${corpId} is closed`);
  return corp;
}

export function noCorp(corpId: CorpId): CommandFailed {
  return new CommandFailed(`there is no enterprise ${corpId}`);
}
