import type { Json } from '@cinnabar/api/schema.js';
import type { Language } from '../shared/text/languages.js';
import type { DemoCredentials } from './demo-credentials.js';

export type Tried =
  | { readonly kind: 'json'; readonly status: number; readonly ms: number; readonly envelope: Json }
  | {
      readonly kind: 'file';
      readonly status: number;
      readonly ms: number;
      readonly name: string;
      readonly bytes: Blob;
    };

interface Attempt {
  readonly path: string;
  readonly sent: Json;
  /** What an upload sends beside its fields. */
  readonly file: File | null;
  readonly credentials: DemoCredentials;
  readonly language: Language;
}

/** Sends a request to the sandbox as an application would. Throws if there is no answer. */
export async function tryRequest({ path, sent, file, credentials, language }: Attempt): Promise<Tried> {
  const { appId, accessToken, userId } = credentials;
  const headers = {
    appId,
    accessToken,
    userId: String(userId),
    source: 'pc',
    'accept-language': language === 'zh' ? 'zh-CN' : 'en',
    ...(file === null ? { 'content-type': 'application/json' } : {}),
  };
  const body = file === null ? JSON.stringify(sent) : formOf(sent, file);
  const begun = performance.now();
  const response = await fetch(path, { method: 'POST', headers, body });
  const bytes = await response.blob();
  const ms = Math.round(performance.now() - begun);
  const { status } = response;
  if (response.headers.get('content-type')?.startsWith('application/json') === true) {
    const envelope: Json = JSON.parse(await bytes.text());
    return { kind: 'json', status, ms, envelope };
  }
  return { kind: 'file', status, ms, name: nameIn(response.headers), bytes };
}

function formOf(sent: Json, file: File): FormData {
  const form = new FormData();
  const fields = typeof sent === 'object' && sent !== null && !Array.isArray(sent) ? sent : {};
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  form.append('file', file);
  return form;
}

/** The name of the file, as RFC 6266 has it. */
function nameIn(headers: Headers): string {
  const disposition = headers.get('content-disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  return encoded === undefined
    ? (/filename="([^"]+)"/.exec(disposition)?.[1] ?? 'file')
    : decodeURIComponent(encoded);
}
