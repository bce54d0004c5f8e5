import { id } from '@cinnabar/api/schema.js';
import { setParent } from '@cinnabar/server/areas/enterprise/index.js';
import { transact } from '@cinnabar/server/database/transact.js';
import { type Command, CommandFailed, jsonOption, UsageError } from './command.js';
import { corpOption, noCorp, readCorpId } from './find-corp.js';
import { readOption } from './read-option.js';
import { withPlatform } from './with-platform.js';

export const corpParent: Command = {
  name: 'corp parent',
  summary: 'Puts an enterprise below another, which may then look at its lists (openCorpId), or below none.',
  options: {
    corp: corpOption,
    parent: { type: 'string', placeholder: 'ID', description: 'corpId of the one above' },
    none: { type: 'boolean', description: 'in place of --parent: it stands alone' },
    json: jsonOption,
  },
  async run(values, context) {
    const corpId = readCorpId(values);
    if ((values['none'] === true) === (values['parent'] !== undefined)) {
      throw new UsageError('either --parent or --none is required');
    }
    const parentId = values['none'] === true ? null : readOption(id<'Corp'>(), values, 'parent');
    return withPlatform(values, context, async ({ database }) => {
      const verdict = await transact(database.db, (tx) => setParent(tx, corpId, parentId));
      if (verdict === 'unknown') throw noCorp(corpId);
      if (verdict === 'unknownParent') throw new CommandFailed(`there is no enterprise ${parentId}`);
      if (verdict === 'circle') {
        throw new CommandFailed(`enterprise ${parentId} is ${corpId} itself or lies below it`);
      }
      const above = parentId === null ? 'none' : `enterprise ${parentId}`;
      return { json: { corpId, parentId }, text: `enterprise ${corpId} lies below ${above}` };
    });
  },
};
