import type { Json } from '@cinnabar/api/schema.js';
import type { OperationContent } from '../content.js';

/** What a sample has to send, and what it gets. */
export interface SampleCall {
  /** Base URL of the service, without a trailing slash. */
  readonly baseUrl: string;
  readonly path: string;
  /** The call of the SDK. */
  readonly name: string;
  readonly sent: Json;
  readonly answers: 'data' | 'page' | 'file';
  readonly needsToken: boolean;
  readonly needsUser: boolean;
  readonly needsSource: boolean;
  readonly takesKey: boolean;
  readonly uploads: boolean;
}

export function sampleCall(operation: OperationContent, baseUrl: string, sent: Json): SampleCall {
  const { path, name, answer, caller, headers, takesKey, maxFileBytes } = operation;
  return {
    baseUrl,
    path,
    name,
    sent,
    answers: answer.kind,
    needsToken: caller !== 'none',
    needsUser: headers.some((header) => header.name === 'userId' && header.required),
    needsSource: headers.some((header) => header.name === 'source' && header.required),
    takesKey,
    uploads: maxFileBytes !== null,
  };
}

/** Name of the file that a sample uploads. */
export function fileToUpload({ path }: SampleCall): string {
  return /^\/seal\//.test(path) ? 'seal.png' : 'contract.pdf';
}

/** Name under which a sample saves the file that it gets. */
export function fileToSave({ path }: SampleCall): string {
  if (path.endsWith('/export')) return 'contracts.xlsx';
  return path.endsWith('/evidence') ? 'evidence.pdf' : 'signed.pdf';
}

/** The fields beside the file of an upload. */
export function formFields({ sent }: SampleCall): readonly (readonly [name: string, value: string])[] {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return [];
  return Object.entries(sent).flatMap(([name, value]) =>
    value === null || typeof value === 'object' ? [] : [[name, String(value)] as const],
  );
}

/** The headers that a sample sends beside those of the credentials, as expressions of its language. */
export function headersOf(
  call: SampleCall,
  write: {
    readonly setting: (name: string) => string;
    readonly text: (value: string) => string;
    readonly key: string;
  },
): readonly (readonly [name: string, expression: string])[] {
  return [
    ...(call.needsToken
      ? [['appId', write.setting('APP_ID')] as const, ['accessToken', write.setting('ACCESS_TOKEN')] as const]
      : []),
    ...(call.needsUser ? [['userId', write.setting('USER_ID')] as const] : []),
    ...(call.needsSource ? [['source', write.text('pc')] as const] : []),
    ...(call.takesKey ? [['Idempotency-Key', write.key] as const] : []),
    ...(call.uploads ? [] : [['Content-Type', write.text('application/json')] as const]),
  ];
}

export function indented(text: string, spaces: number): string {
  return text.replaceAll('\n', `\n${' '.repeat(spaces)}`);
}
