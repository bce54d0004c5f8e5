import { embedOriginsSetting, isEmbedOrigin, saveSetting } from '@cinnabar/server/areas/enterprise/index.js';
import { audited } from './audited.js';
import { type Command, jsonOption, textOf, UsageError, type Values } from './command.js';
import { corpOption, noCorp, readCorpId } from './find-corp.js';
import { withPlatform } from './with-platform.js';

export const corpEmbed: Command = {
  name: 'corp embed',
  summary: 'Sets the sites that may embed pages of an enterprise: comma-separated origins, or none.',
  arguments: [{ name: 'origins' }],
  options: { corp: corpOption, json: jsonOption },
  async run(values, context) {
    const corpId = readCorpId(values);
    const origins = readOrigins(values);
    const { name, value, fits } = embedOriginsSetting(origins);
    if (!fits) throw new UsageError('at most 20 origins');
    return withPlatform(values, context, async (platform) => {
      const isSaved = await audited(
        platform,
        (tx) => saveSetting(tx, corpId, name, value),
        (isDone) => (isDone ? { corpId, act: 'corp.settings', after: { [name]: origins.join(',') } } : null),
      );
      if (!isSaved) throw noCorp(corpId);
      const named = origins.length === 0 ? 'by nobody' : `by ${origins.join(', ')}`;
      return { json: { corpId, [name]: origins }, text: `pages of enterprise ${corpId} are framed ${named}` };
    });
  },
};

function readOrigins(values: Values): readonly string[] {
  const given = textOf(values, 'origins') ?? '';
  if (given === 'none') return [];
  const origins = [...new Set(given.split(',').map((each) => each.trim()))];
  const wrong = origins.find((each) => !isEmbedOrigin(each));
  if (wrong === undefined) return origins;
  throw new UsageError(
    `"${wrong}" is not an origin such as https://erp.example.com (http only for this machine)`,
  );
}
