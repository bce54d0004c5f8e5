/** Webhooks of an enterprise. */
import { int32, text } from '@cinnabar/api/schema.js';
import { webAddress } from '@cinnabar/api/schemas/web-address.js';
import {
  deleteWebhook,
  insertWebhook,
  MAX_WEBHOOKS,
  makeSecret,
  modifyWebhook,
  OVERLAP_HOURS,
  overlapUntil,
  prepareWebhook,
  replaceSecret,
  type StoredWebhook,
  webhooksOf,
  webhookView,
} from '@cinnabar/server/areas/webhooks/index.js';
import { audited, type CommandAct } from './audited.js';
import { type Command, CommandFailed, jsonOption, type Option, UsageError } from './command.js';
import { corpOption, readCorpId, requireCorp, requireOpenCorp } from './find-corp.js';
import { readOption } from './read-option.js';
import {
  asUsage,
  describeWebhook,
  eventsOption,
  noWebhook,
  readEvents,
  readWebhookId,
  requireWebhook,
  webhookOption,
} from './webhook-options.js';
import { type Outcome, withPlatform } from './with-platform.js';

const urlOption: Option = {
  type: 'string',
  placeholder: 'URL',
  description: 'address that receives the events',
};
const remarkOption: Option = { type: 'string', placeholder: 'TEXT', description: 'what it is for' };

export const webhookAdd: Command = {
  name: 'webhook add',
  summary: 'Adds a webhook to an enterprise; the signing secret is shown only once.',
  options: {
    corp: corpOption,
    url: { ...urlOption, required: true },
    events: { ...eventsOption, description: `${eventsOption.description}; by default all` },
    remark: remarkOption,
    json: jsonOption,
  },
  async run(values, context) {
    const corpId = readCorpId(values);
    const url = readOption(webAddress(), values, 'url');
    const eventTypes = readEvents(values) ?? [];
    const remark = values['remark'] === undefined ? '' : readOption(text(1, 200), values, 'remark').trim();
    return withPlatform(values, context, async (platform) => {
      const { database, services, config } = platform;
      await requireOpenCorp(database.db, corpId);
      const now = services.clock.now();
      const request = { corpId, url, eventTypes, remark, createdBy: null, now };
      const { row, secret } = await asUsage(() => prepareWebhook({ ...services, config }, request));
      const added = await audited(
        platform,
        (tx) => insertWebhook(tx, row, MAX_WEBHOOKS),
        (webhook) =>
          webhook === null ? null : { ...aboutWebhook('create', corpId, webhook.webhookId), after: { url } },
      );
      if (added === null)
        throw new CommandFailed(`enterprise ${corpId} has ${MAX_WEBHOOKS} webhooks already`);
      return withSecret(added, secret, now);
    });
  },
};

export const webhookList: Command = {
  name: 'webhook list',
  summary: 'Lists the webhooks of an enterprise with their status.',
  options: { corp: corpOption, json: jsonOption },
  async run(values, context) {
    const corpId = readCorpId(values);
    return withPlatform(values, context, async ({ database, services }) => {
      await requireCorp(database.db, corpId);
      const now = services.clock.now();
      const webhooks = await webhooksOf(database.db, corpId);
      const lines = webhooks.map((webhook) => describeWebhook(webhook, now));
      return {
        json: webhooks.map((webhook) => webhookView(webhook, now)),
        text: lines.length === 0 ? `enterprise ${corpId} has no webhooks` : lines.join('\n'),
      };
    });
  },
};

export const webhookModify: Command = {
  name: 'webhook modify',
  summary: 'Changes, disables or enables a webhook; omitted values stay as they are.',
  options: {
    corp: corpOption,
    webhook: webhookOption,
    url: urlOption,
    events: eventsOption,
    remark: remarkOption,
    enable: { type: 'boolean', description: 'deliver events again' },
    disable: { type: 'boolean', description: 'withhold events from now on' },
    json: jsonOption,
  },
  async run(values, context) {
    const corpId = readCorpId(values);
    const webhookId = readWebhookId(values);
    if (values['enable'] === true && values['disable'] === true) {
      throw new UsageError('--enable and --disable exclude each other');
    }
    const eventTypes = readEvents(values);
    const change = {
      ...(values['url'] === undefined ? {} : { url: readOption(webAddress(), values, 'url') }),
      ...(eventTypes === undefined ? {} : { eventTypes }),
      ...(values['remark'] === undefined
        ? {}
        : { remark: readOption(text(1, 200), values, 'remark').trim() }),
      ...(values['enable'] === true ? { enabled: true } : {}),
      ...(values['disable'] === true ? { enabled: false } : {}),
    };
    if (Object.keys(change).length === 0) throw new UsageError('there is nothing to change');
    return withPlatform(values, context, async (platform) => {
      const { services, config } = platform;
      const now = services.clock.now();
      const modified = await asUsage(() =>
        audited(
          platform,
          (tx) => modifyWebhook(tx, config, { corpId, webhookId }, change, now),
          (webhook) =>
            webhook === null
              ? null
              : {
                  ...aboutWebhook('modify', corpId, webhookId),
                  after: { fields: Object.keys(change).join(',') },
                },
        ),
      );
      if (modified === null) throw noWebhook(corpId, webhookId);
      return { json: webhookView(modified, now), text: describeWebhook(modified, now) };
    });
  },
};

export const webhookDelete: Command = {
  name: 'webhook delete',
  summary: 'Deletes a webhook with its deliveries.',
  options: { corp: corpOption, webhook: webhookOption, json: jsonOption },
  async run(values, context) {
    const corpId = readCorpId(values);
    const webhookId = readWebhookId(values);
    return withPlatform(values, context, async (platform) => {
      const deleted = await audited(
        platform,
        (tx) => deleteWebhook(tx, corpId, webhookId),
        (isDone) => (isDone ? aboutWebhook('delete', corpId, webhookId) : null),
      );
      if (!deleted) throw noWebhook(corpId, webhookId);
      return { json: { corpId, webhookId }, text: `webhook ${webhookId} is deleted` };
    });
  },
};

export const webhookRotate: Command = {
  name: 'webhook rotate',
  summary: 'Gives a webhook a new secret, shown only once; both secrets sign for some hours.',
  options: {
    corp: corpOption,
    webhook: webhookOption,
    'overlap-hours': {
      type: 'string',
      placeholder: 'N',
      description: `how long the old secret also signs: ${OVERLAP_HOURS} by default, 0 not at all`,
    },
    json: jsonOption,
  },
  async run(values, context) {
    const corpId = readCorpId(values);
    const webhookId = readWebhookId(values);
    const given = values['overlap-hours'] !== undefined;
    const hours = given ? readOption(int32(0, 168), values, 'overlap-hours') : OVERLAP_HOURS;
    return withPlatform(values, context, async (platform) => {
      const { database, services } = platform;
      const now = services.clock.now();
      const webhook = await requireWebhook(database.db, corpId, webhookId);
      const { secret, sealed } = await makeSecret(services, corpId, webhookId);
      const until = overlapUntil(hours, now);
      const rotated = await audited(
        platform,
        (tx) => replaceSecret(tx, webhook, sealed, until, now),
        (changed) =>
          changed === null
            ? null
            : { ...aboutWebhook('rotateSecret', corpId, webhookId), after: { overlapHours: hours } },
      );
      if (rotated === null) throw noWebhook(corpId, webhookId);
      return withSecret(rotated, secret, now);
    });
  },
};

function aboutWebhook(
  change: 'create' | 'modify' | 'delete' | 'rotateSecret',
  corpId: StoredWebhook['corpId'],
  id: StoredWebhook['webhookId'],
): CommandAct {
  return { corpId, act: `webhook.${change}`, object: { kind: 'webhook', id } };
}

function withSecret(webhook: StoredWebhook, secret: string, now: Date): Outcome {
  return {
    json: { ...webhookView(webhook, now), secret },
    text: [
      `webhookId  ${webhook.webhookId}`,
      `url        ${webhook.url}`,
      `secret     ${secret}`,
      '',
      'The secret cannot be shown again.',
    ].join('\n'),
  };
}
