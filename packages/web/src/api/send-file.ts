import { currentLanguage } from '../shared/text/current-language.js';
import { dataOf, type Envelope, type PostOptions, sessionHeaders } from './post.js';
import { Unanswered } from './refused.js';

/** Long enough for the largest file over a slow connection. */
const REQUEST_TIMEOUT_MS = 300_000;

/**
 * Posts one file with upload progress, which fetch does not report.
 * @param onSent upload progress, 0 to 1
 * @param fields of the form, beside the file
 * @throws Refused, Unanswered
 */
export function sendFile<Data>(
  path: string,
  file: File,
  onSent: (share: number) => void,
  options: PostOptions = {},
  fields: Readonly<Record<string, string | number>> = {},
): Promise<Data> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.timeout = REQUEST_TIMEOUT_MS;
    request.setRequestHeader('accept-language', currentLanguage());
    request.setRequestHeader('accept', 'application/json');
    for (const [name, value] of Object.entries(sessionHeaders(options))) {
      request.setRequestHeader(name, value);
    }
    request.upload.onprogress = ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0);
    request.upload.onload = () => onSent(1);
    const unanswered = () => reject(new Unanswered());
    request.onerror = unanswered;
    request.ontimeout = unanswered;
    request.onload = () => {
      const { status } = request;
      try {
        const envelope: Envelope = JSON.parse(request.responseText);
        resolve(dataOf(envelope, status >= 200 && status < 300, (name) => request.getResponseHeader(name)));
      } catch (error) {
        reject(error instanceof SyntaxError ? new Unanswered() : error);
      }
    };
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
    form.append('file', file);
    request.send(form);
  });
}
