import {
  placeholdersOf,
  type SmsTemplate,
  smsTemplates,
  templateText,
} from '@cinnabar/server/areas/sms/index.js';
import { readConfig } from '@cinnabar/server/settings/read-config.js';
import { type Command, jsonOption } from './command.js';

/** How each provider writes the placeholder with a name, at a place counted from 1. */
const PLACEHOLDERS = {
  aliyun: (name: string) => `\${${name}}`,
  tencent: (_name: string, place: number) => `{${place}}`,
} as const;

type Provider = keyof typeof PLACEHOLDERS;

const providers: readonly Provider[] = ['aliyun', 'tencent'];

interface PrintedTemplate {
  readonly name: SmsTemplate;
  readonly kind: '验证码' | '通知';
  readonly text: string;
  /** The placeholders in their order. */
  readonly parameters: readonly string[];
}

export const smsTemplatesCommand: Command = {
  name: 'sms templates',
  summary: 'Prints the texts of all messages in the form in which a provider approves them.',
  arguments: [{ name: 'provider', choices: providers }],
  options: { json: jsonOption },
  async run(values, context) {
    const provider = providers.find((each) => each === values['provider']);
    if (provider === undefined) return 2;
    const { baseUrl } = readConfig(context.environment);
    const printed = smsTemplates.map((name) => templateFor(provider, name, baseUrl));
    context.stdout(
      values['json'] === true ? JSON.stringify(printed, null, 2) : printed.map(block).join('\n\n'),
    );
    return 0;
  },
};

function templateFor(provider: Provider, name: SmsTemplate, baseUrl: string): PrintedTemplate {
  const parameters = placeholdersOf(name);
  const text = templateText(name).replace(/\{(\w+)\}/g, (_gap, each: string) => {
    const placeholder = PLACEHOLDERS[provider](each, parameters.indexOf(each) + 1);
    // Carriers approve no placeholder that stands for a whole address.
    return each === 'link' ? `${baseUrl}/${placeholder}` : placeholder;
  });
  return { name, kind: parameters.includes('code') ? '验证码' : '通知', text, parameters };
}

function block({ name, kind, text }: PrintedTemplate): string {
  return `${name}（${kind}）\n${text}`;
}
