import { int32 } from '@cinnabar/api/schema.js';
import { commandOrigin, recordAct } from '@cinnabar/server/areas/audit/index.js';
import {
  type ClosingView,
  closeCorp,
  reopenCorp,
  viewClosing,
} from '@cinnabar/server/areas/closing/index.js';
import { transact } from '@cinnabar/server/database/transact.js';
import {
  type Command,
  CommandFailed,
  jsonOption,
  type Option,
  textOf,
  UsageError,
  type Values,
} from './command.js';
import { count } from './count.js';
import { corpOption, noCorp, readCorpId } from './find-corp.js';
import { proofOptions, proveOperator } from './operator-proof.js';
import { readOption } from './read-option.js';
import { type Outcome, withPlatform } from './with-platform.js';

const reasonOption: Option = {
  type: 'string',
  placeholder: 'TEXT',
  description: 'such as the number of a letter; it is stored and cannot be changed',
};

export const corpClose: Command = {
  name: 'corp close',
  summary:
    'Shows what closing an enterprise would do; with --confirm, closes it. Its data are removed after a period.',
  options: {
    corp: corpOption,
    confirm: {
      type: 'string',
      placeholder: 'NAME',
      description: 'the name of the enterprise; without it nothing is changed',
    },
    reason: { ...reasonOption, description: `required to close: ${reasonOption.description}` },
    days: {
      type: 'string',
      placeholder: 'N',
      description: 'days until its data are removed, 1 to 3650; CLOSED_CORP_RETENTION_DAYS by default',
    },
    ...proofOptions,
    json: jsonOption,
  },
  async run(values, context) {
    const corpId = readCorpId(values);
    const confirmed = textOf(values, 'confirm');
    const reason = confirmed === undefined ? '' : readReason(values);
    return withPlatform(values, context, async (platform) => {
      const { config, database, services } = platform;
      const { db } = database;
      const now = services.clock.now();
      const days =
        values['days'] === undefined
          ? config.closedCorpRetentionDays
          : readOption(int32(1, 3650), values, 'days');
      const view = await viewClosing(db, corpId, now);
      if (view === null) throw noCorp(corpId);
      if (confirmed === undefined) return told(view, days);
      if (confirmed.trim() !== view.corp.corpName) {
        throw new CommandFailed(`--confirm is not the name of enterprise ${corpId}: nothing was changed`);
      }
      const by = await proveOperator(platform, values);
      const closed = await transact(db, async (tx) => {
        const outcome = await closeCorp(tx, { services, now, by }, { corpId, days, reason });
        if (outcome.kind !== 'closed') return outcome;
        const act = { corpId, userId: by, appId: null, act: 'corp.close', after: { days } } as const;
        await recordAct(tx, { ...act, texts: { reason } }, commandOrigin(now));
        return outcome;
      });
      switch (closed.kind) {
        case 'unknown':
          throw noCorp(corpId);
        case 'already':
          throw new CommandFailed(`enterprise ${corpId} was closed at ${closed.closedAt.toISOString()}`);
        case 'bound':
          throw new CommandFailed(closed.remedies.map(({ en }) => en).join('\n'));
        case 'closed': {
          const removeAfter = closed.removeAfter.toISOString();
          return {
            json: { corpId, removeAfter },
            text: `enterprise ${corpId} is closed; its data are removed after ${removeAfter}, until then "corp reopen" undoes it`,
          };
        }
      }
    });
  },
};

export const corpReopen: Command = {
  name: 'corp reopen',
  summary: 'Reopens a closed enterprise: members, applications and webhooks work again as before.',
  options: { corp: corpOption, reason: { ...reasonOption, required: true }, json: jsonOption },
  async run(values, context) {
    const corpId = readCorpId(values);
    const reason = readReason(values);
    return withPlatform(values, context, async ({ database: { db }, services }) => {
      const now = services.clock.now();
      const reopened = await transact(db, async (tx) => {
        const outcome = await reopenCorp(tx, { services, now, by: null }, { corpId, reason });
        if (outcome !== 'reopened') return outcome;
        const act = { corpId, userId: null, appId: null, act: 'corp.reopen', texts: { reason } } as const;
        await recordAct(tx, act, commandOrigin(now));
        return outcome;
      });
      if (reopened === 'unknown') throw noCorp(corpId);
      if (reopened === 'open') throw new CommandFailed(`enterprise ${corpId} is not closed`);
      if (reopened === 'removed') {
        throw new CommandFailed(
          `the removal of the data of enterprise ${corpId} has begun: nothing restores them`,
        );
      }
      return {
        json: { corpId },
        text: `enterprise ${corpId} is open again; automatic seals, links, sessions and tokens stay ended, its next signature gets a new certificate`,
      };
    });
  },
};

function readReason(values: Values): string {
  const reason = textOf(values, 'reason')?.trim() ?? '';
  if (reason === '' || reason.length > 500) throw new UsageError('--reason: 1 to 500 characters');
  return reason;
}

function told({ corp, closure, effects, remedies }: ClosingView, days: number): Outcome {
  const { corpId, corpName } = corp;
  const state = closure === null ? 'open' : closure.removedAt === null ? 'closed' : 'removed';
  const json = {
    ...{ corpId, corpName, state, days, effects },
    remedies: remedies.map(({ en }) => en),
    closedAt: closure?.closedAt.toISOString() ?? null,
    removeAfter: closure?.removeAfter.toISOString() ?? null,
    removedAt: closure?.removedAt?.toISOString() ?? null,
    removed: closure?.removed ?? {},
  };
  if (closure !== null) {
    const rows = Object.entries(closure.removed).map(([table, count]) => `  ${table.padEnd(30)} ${count}`);
    const fate =
      closure.removedAt === null
        ? `its data are removed after ${closure.removeAfter.toISOString()}`
        : `its data were removed at ${closure.removedAt.toISOString()}:`;
    return {
      json,
      text: [`${corpName} was closed at ${closure.closedAt.toISOString()}; ${fate}`, ...rows].join('\n'),
    };
  }
  return {
    json,
    text: [
      `Closing ${corpName} ends at once:`,
      `  ${count(effects.members, 'member')}, ${count(effects.applications, 'application')}, ${count(effects.webhooks, 'webhook')}, ${count(effects.links, 'link')},`,
      `  ${count(effects.automaticSeals, 'automatic seal')}; it revokes ${count(effects.certificates, 'certificate')}.`,
      `After ${days} days it removes:`,
      `  ${count(effects.templates, 'template')}, ${count(effects.seals, 'seal')}, ${count(effects.contractsRemoved, 'contract')} of its own;`,
      `  not ${count(effects.contractsKept, 'contract')} in which others take part.`,
      ...(remedies.length === 0 ? [] : ['Before that:', ...remedies.map(({ en }) => `  ${en}`)]),
      `Nothing was changed. "corp export" first, then --confirm "${corpName}" and --reason.`,
    ].join('\n'),
  };
}
