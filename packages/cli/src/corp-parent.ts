import { id } from '@cinnabar/api/schema.js';
import { setParent } from '@cinnabar/server/areas/enterprise/index.js';
import { audited } from './audited.js';
import { type Command, CommandFailed, jsonOption, UsageError } from './command.js';
import { corpOption, noCorp, readCorpId } from './find-corp.js';
import { readOption } from './read-option.js';
import { withPlatform } from './with-platform.js';

export const corpParent: Command = {
  name: 'corp parent',
  summary: 'Sets the parent of an enterprise, which may then read its lists (openCorpId), or removes it.',
  options: {
    corp: corpOption,
    parent: { type: 'string', placeholder: 'ID', description: 'corpId of the parent' },
    none: { type: 'boolean', description: 'no parent, instead of --parent' },
    json: jsonOption,
  },
  async run(values, context) {
    const corpId = readCorpId(values);
    if ((values['none'] === true) === (values['parent'] !== undefined)) {
      throw new UsageError('either --parent or --none is required');
    }
    const parentId = values['none'] === true ? null : readOption(id<'Corp'>(), values, 'parent');
    return withPlatform(values, context, async (platform) => {
      const verdict = await audited(
        platform,
        (tx) => setParent(tx, corpId, parentId),
        (outcome) =>
          typeof outcome === 'string' && outcome !== 'set'
            ? null
            : { corpId, act: 'corp.parent', after: { parentId } },
      );
      if (verdict === 'unknown') throw noCorp(corpId);
      if (verdict === 'unknownParent') throw new CommandFailed(`there is no enterprise ${parentId}`);
      if (verdict === 'circle') {
        throw new CommandFailed(`enterprise ${parentId} is ${corpId} itself or a descendant of it`);
      }
      const above = parentId === null ? 'none' : `enterprise ${parentId}`;
      return { json: { corpId, parentId }, text: `enterprise ${corpId} lies below ${above}` };
    });
  },
};
