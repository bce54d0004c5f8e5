import { int32, text } from '@cinnabar/api/schema.js';
import { name } from '@cinnabar/api/schemas/fields.js';
import {
  createApplication,
  isAllowListEntry,
  type NewCredentials,
  rotateSecret,
  setApplicationStatus,
} from '@cinnabar/server/areas/credentials/index.js';
import type { CorpId } from '@cinnabar/server/operation/context.js';
import { audited } from './audited.js';
import {
  type Command,
  CommandFailed,
  jsonOption,
  type Option,
  textOf,
  UsageError,
  type Values,
} from './command.js';
import { corpOption, readCorpId, requireOpenCorp } from './find-corp.js';
import { readOption } from './read-option.js';
import { type Outcome, withPlatform } from './with-platform.js';

const appOption: Option = { type: 'string', required: true, placeholder: 'ID', description: 'its appId' };

export const appCreate: Command = {
  name: 'app create',
  summary: 'Adds an application to an enterprise; the secret is shown only once.',
  options: {
    corp: corpOption,
    name: {
      type: 'string',
      placeholder: 'NAME',
      description: 'name of the application; by default that of the enterprise',
    },
    allow: {
      type: 'string',
      placeholder: 'LIST',
      description: 'comma-separated addresses and CIDR ranges that it may call from; by default any',
    },
    json: jsonOption,
  },
  async run(values, context) {
    const corpId = readCorpId(values);
    const called = values['name'] === undefined ? null : readOption(name(), values, 'name').trim();
    const allowList = readAllowList(values);
    return withPlatform(values, context, async (platform) => {
      const { database, services } = platform;
      const { corpName } = await requireOpenCorp(database.db, corpId);
      const application = { corpId, name: called ?? corpName, allowList, now: services.clock.now() };
      const created = await audited(
        platform,
        (tx) => createApplication(tx, application),
        ({ appId }) => ({
          corpId,
          appId,
          act: 'application.create',
          after: { allowList: allowList.join(',') },
        }),
      );
      return secretOutcome(corpId, created);
    });
  },
};

const HOUR_MS = 3_600_000;

export const appRotate: Command = {
  name: 'app rotate',
  summary: 'Gives an application a new secret, shown only once; the old one stays valid for some hours.',
  options: {
    corp: corpOption,
    app: appOption,
    'grace-hours': {
      type: 'string',
      placeholder: 'N',
      description: 'how long the old secret stays valid: 24 by default, 0 to revoke it immediately',
    },
    json: jsonOption,
  },
  async run(values, context) {
    const corpId = readCorpId(values);
    const appId = readOption(text(1, 100), values, 'app').trim();
    const hours =
      values['grace-hours'] === undefined ? 24 : readOption(int32(0, 24 * 365), values, 'grace-hours');
    return withPlatform(values, context, async (platform) => {
      const now = platform.services.clock.now();
      const rotation = { corpId, appId, now, graceMs: hours * HOUR_MS };
      const credentials = await audited(
        platform,
        (tx) => rotateSecret(tx, rotation),
        (rotated) =>
          rotated === null
            ? null
            : { corpId, appId, act: 'application.rotate', after: { graceHours: hours } },
      );
      if (credentials === null) throw noApp(corpId, appId);
      return secretOutcome(corpId, credentials);
    });
  },
};

export const appDisable: Command = {
  name: 'app disable',
  summary:
    'Disables an application: it gets no tokens, and its present ones become invalid within five seconds.',
  options: { corp: corpOption, app: appOption, json: jsonOption },
  async run(values, context) {
    const corpId = readCorpId(values);
    const appId = readOption(text(1, 100), values, 'app').trim();
    return withPlatform(values, context, async (platform) => {
      const found = await audited(
        platform,
        (tx) => setApplicationStatus(tx, corpId, appId, 'disabled'),
        (isDone) => (isDone ? { corpId, appId, act: 'application.disable' } : null),
      );
      if (!found) throw noApp(corpId, appId);
      return {
        json: { corpId, appId, status: 'disabled' },
        text: `application ${appId} of enterprise ${corpId} is disabled`,
      };
    });
  },
};

function readAllowList(values: Values): readonly string[] {
  const given = textOf(values, 'allow');
  if (given === undefined) return [];
  const entries = given.split(',').map((entry) => entry.trim());
  const wrong = entries.find((entry) => !isAllowListEntry(entry));
  if (wrong !== undefined) throw new UsageError(`--allow: "${wrong}" is neither an address nor a CIDR range`);
  return entries;
}

function secretOutcome(corpId: CorpId, { appId, appSecret }: NewCredentials): Outcome {
  const lines = [`corpId     ${corpId}`, `appId      ${appId}`, `appSecret  ${appSecret}`];
  return {
    json: { corpId, appId, appSecret },
    text: [...lines, '', 'The secret is not kept and cannot be shown again.'].join('\n'),
  };
}

function noApp(corpId: CorpId, appId: string): CommandFailed {
  return new CommandFailed(`enterprise ${corpId} has no application ${appId}`);
}
