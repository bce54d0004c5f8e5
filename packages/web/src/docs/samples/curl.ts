import { fileToSave, fileToUpload, formFields, headersOf, type SampleCall } from './call.js';

/** A command for a POSIX shell. */
export function curlSample(call: SampleCall): string {
  const headers = headersOf(call, {
    setting: (name) => `$${name}`,
    text: (value) => value,
    key: '$(uuidgen)',
  }).map(([name, value]) => `-H "${name}: ${value}"`);
  const body = call.uploads
    ? [
        ...formFields(call).map(([name, value]) => `-F ${quoted(`${name}=${value}`)}`),
        `-F file=@${fileToUpload(call)}`,
      ]
    : [`-d ${quoted(JSON.stringify(call.sent, null, 2))}`];
  const output = call.answers === 'file' ? [`-o ${fileToSave(call)}`] : [];
  return [`curl ${call.baseUrl}${call.path}`, ...headers, ...output, ...body].join(' \\\n  ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
