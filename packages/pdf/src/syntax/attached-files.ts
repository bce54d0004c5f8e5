import { deflateSync } from 'node:zlib';
import {
  dictionary,
  name,
  type PdfObject,
  type PdfReference,
  type PdfValue,
  stream,
  textString,
} from './values.js';

export interface AttachedFile {
  readonly fileName: string;
  readonly mediaType: string;
  readonly description: string;
  readonly bytes: Uint8Array;
}

/**
 * Writes embedded files (ISO 32000-2, 7.11.4) through `add`.
 * @returns the catalog entries of these files; nothing if there are none
 */
export function attachedFiles(
  files: readonly AttachedFile[],
  add: (object: PdfObject) => PdfReference,
): Readonly<Record<string, PdfValue>> {
  if (files.length === 0) return {};
  // The keys of a name tree are sorted bytewise (7.9.6).
  const sorted = files.toSorted((left, right) => (left.fileName < right.fileName ? -1 : 1));
  const names = sorted.flatMap((file): PdfValue[] => [
    textString(file.fileName),
    add(specification(file, add)),
  ]);
  return { Names: dictionary({ EmbeddedFiles: dictionary({ Names: names }) }) };
}

function specification(
  { fileName, mediaType, description, bytes }: AttachedFile,
  add: (object: PdfObject) => PdfReference,
): PdfObject {
  const embedded = add(
    stream(
      dictionary({
        Type: name('EmbeddedFile'),
        Subtype: name(mediaType),
        Filter: name('FlateDecode'),
        Params: dictionary({ Size: bytes.length }),
      }),
      deflateSync(bytes),
    ),
  );
  return dictionary({
    Type: name('Filespec'),
    F: textString(fileName),
    UF: textString(fileName),
    Desc: textString(description),
    EF: dictionary({ F: embedded, UF: embedded }),
  });
}
