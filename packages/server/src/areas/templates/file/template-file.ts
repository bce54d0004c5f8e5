/**
 * A template as a file: a ZIP with its document, in which `fileUrl` and the values of pictures are names of other entries, and
 * these entries. Nothing in it has an id, because ids belong to one enterprise.
 */
import { maxDesignBytes } from '@cinnabar/api/operations/template-drafts.js';
import { choice, int32, object } from '@cinnabar/api/schema.js';
import { templateDocument } from '@cinnabar/api/schemas/template-draft.js';
import type { ZipLimits } from '../../../zip/read-zip.js';

export const DOCUMENT_ENTRY = 'template.json';

/** One more with each change that older versions of the service could not read. */
export const FORMAT_VERSION = 1;

export const templateFile = object({
  format: choice(['cinnabar-template']),
  formatVersion: int32(1),
  template: templateDocument,
});

/** Names of the other entries; `index` from 0. */
export const entryName = {
  contract: (index: number) => `files/${index + 1}.pdf`,
  attachment: (index: number) => `attachments/${index + 1}`,
  picture: (index: number) => `pictures/${index + 1}`,
} as const;

const MIB = 1024 * 1024;
const MAX_FILE_BYTES = 50 * MIB;
const MAX_PICTURE_BYTES = 8 * MIB;

export const fileLimits: ZipLimits = {
  maxEntries: 1000,
  maxEntryBytes: (name) => {
    if (name === DOCUMENT_ENTRY) return maxDesignBytes;
    return name.startsWith('pictures/') ? MAX_PICTURE_BYTES : MAX_FILE_BYTES;
  },
  maxBytes: 128 * MIB,
};
