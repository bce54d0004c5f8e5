/** Reads non-page content of files written by this engine; other files are refused. */
import { inflateSync } from 'node:zlib';
import { ClassicFile } from '../syntax/classic-file.js';
import { isStream, isString, textOf } from '../syntax/values.js';
import { EVENT_HEAD } from './signature-dictionary.js';

/** Bytes of an attachment; null if there is none of that name. @throws PdfSyntaxError */
export function readAttachedFile(bytes: Uint8Array, fileName: string, longest: number): Uint8Array | null {
  const file = new ClassicFile(bytes);
  const names = file.dictionary(file.dictionary(file.root)?.get('Names'));
  const list = file.array(file.dictionary(names?.get('EmbeddedFiles'))?.get('Names')) ?? [];
  for (let index = 0; index + 1 < list.length; index += 2) {
    const name = file.resolve(list[index]);
    if (!isString(name) || textOf(name) !== fileName) continue;
    const embedded = file.resolve(file.dictionary(file.dictionary(list[index + 1])?.get('EF'))?.get('F'));
    return isStream(embedded) ? inflateSync(embedded.data, { maxOutputLength: longest }) : null;
  }
  return null;
}

/** The event chain head that each signature contains, by field name. @throws PdfSyntaxError */
export function readEventHeads(bytes: Uint8Array): ReadonlyMap<string, string> {
  const file = new ClassicFile(bytes);
  const form = file.dictionary(file.dictionary(file.root)?.get('AcroForm'));
  const heads = new Map<string, string>();
  for (const reference of file.array(form?.get('Fields')) ?? []) {
    const field = file.dictionary(reference);
    const title = field?.get('T');
    const head = file.dictionary(field?.get('V'))?.get(EVENT_HEAD);
    if (isString(title) && isString(head)) heads.set(textOf(title), textOf(head));
  }
  return heads;
}
