import type { Json } from '@cinnabar/api/schema.js';
import { fileToSave, fileToUpload, indented, type SampleCall } from './call.js';

/** A module that uses the SDK. */
export function typescriptSample(call: SampleCall): string {
  const settings = call.needsUser ? "APP_ID = '', APP_SECRET = '', USER_ID" : "APP_ID = '', APP_SECRET = ''";
  const user = call.needsUser ? '\n  userId: Number(USER_ID),' : '';
  return `import { env } from 'node:process';
import { Cinnabar } from '@cinnabar/sdk';

const { ${settings} } = env;
const cinnabar = new Cinnabar({
  baseUrl: '${call.baseUrl}',
  appId: APP_ID,
  appSecret: APP_SECRET,${user}
});

${resultOf(call, `await cinnabar.${call.name}(${inputOf(call)})`)}`;
}

function resultOf(call: SampleCall, made: string): string {
  switch (call.answers) {
    case 'data':
      return `const data = ${made};\nconsole.log(data);`;
    case 'page':
      return `const { items, totalCount } = ${made};\nconsole.log(totalCount, items);`;
    case 'file':
      return `const file = ${made};\nawait file.saveTo('${fileToSave(call)}');`;
  }
}

function inputOf(call: SampleCall): string {
  const { sent, uploads } = call;
  if (!uploads) return isEmpty(sent) ? '' : literal(sent);
  const fields = typeof sent === 'object' && sent !== null && !Array.isArray(sent) ? sent : {};
  return literal({ file: fileToUpload(call), ...fields });
}

function isEmpty(value: Json): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** A value as a literal of the language, formatted as Prettier formats it. */
function literal(value: Json): string {
  if (typeof value === 'string') return textLiteral(value);
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return bracketed('[', value.map(literal), ']');
  const entries = Object.entries(value).map(([name, each]) => `${nameLiteral(name)}: ${literal(each)}`);
  return bracketed('{', entries, '}');
}

function bracketed(open: string, parts: readonly string[], close: string): string {
  if (parts.length === 0) return open + close;
  const isShort = open === '[' && parts.every((part) => !part.includes('\n')) && parts.join(', ').length < 60;
  if (isShort) return `[${parts.join(', ')}]`;
  return `${open}\n${parts.map((part) => `  ${indented(part, 2)},`).join('\n')}\n${close}`;
}

function nameLiteral(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : textLiteral(name);
}

function textLiteral(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll(String.raw`\"`, '"');
  return `'${inner.replaceAll("'", String.raw`\'`)}'`;
}
