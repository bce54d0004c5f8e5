import { listRemovals } from '@cinnabar/server/areas/retention/index.js';
import { daysOf, isRetentionKind, retention } from '@cinnabar/server/database/retention.js';
import { type Command, jsonOption } from './command.js';
import { pagingOptions, readWindow } from './list-options.js';
import { withPlatform } from './with-platform.js';

export const retentionList: Command = {
  name: 'retention list',
  summary: 'Shows how long each kind of data is kept, and what was removed when its period had ended.',
  options: { ...pagingOptions, json: jsonOption },
  async run(values, context) {
    return withPlatform(values, context, async ({ config, database: { db } }) => {
      const periods = Object.keys(retention)
        .filter(isRetentionKind)
        .map((kind) => ({ kind, days: daysOf(kind, config), tables: retention[kind].tables }));
      const removals = await listRemovals(db, null, readWindow(values));
      return {
        json: {
          periods,
          removals: removals.map(({ removedAt, ...removal }) => ({
            time: removedAt.toISOString(),
            ...removal,
          })),
        },
        text: [
          ...periods.map(
            ({ kind, days }) =>
              `${kind.padEnd(12)} ${days === 0 ? 'until it ends' : `${days} ${days === 1 ? 'day' : 'days'}`}`,
          ),
          '',
          ...removals.map(
            ({ removedAt, kind, corpId, rows }) =>
              `${removedAt.toISOString()}  ${kind.padEnd(12)} ${rows}${corpId === 0 ? '' : `  enterprise ${corpId}`}`,
          ),
        ].join('\n'),
      };
    });
  },
};
