import { exportCorp } from '@cinnabar/server/areas/closing/index.js';
import { openStorage } from '@cinnabar/server/composition/open-storage.js';
import { EncryptedBlobStore } from '@cinnabar/server/storage/encrypted-blob-store.js';
import { recordCommand } from './audited.js';
import { type Command, jsonOption, textOf } from './command.js';
import { corpOption, noCorp, readCorpId } from './find-corp.js';
import { withPlatform } from './with-platform.js';
import { openNew, writeAll } from './write-new-file.js';

export const corpExport: Command = {
  name: 'corp export',
  summary:
    'Writes what an enterprise may take along to a ZIP file: contracts, templates, seals, audit, account.',
  options: {
    corp: corpOption,
    out: {
      type: 'string',
      required: true,
      placeholder: 'FILE',
      description: 'a file that does not exist yet',
    },
    json: jsonOption,
  },
  async run(values, context) {
    const corpId = readCorpId(values);
    const file = textOf(values, 'out') ?? '';
    return withPlatform(values, context, async ({ config, database: { db }, services }) => {
      const blobs = new EncryptedBlobStore({ backend: openStorage(config), envelope: services.envelope });
      const step = { db, services: { ...services, blobs }, now: services.clock.now() };
      const bytes = await exportCorp(step, corpId);
      if (bytes === null) throw noCorp(corpId);
      const handle = await openNew(file);
      // Before the first byte, so that the export contains its own entry.
      await recordCommand(db, services, { corpId, act: 'corp.export' });
      const size = await writeAll(handle, bytes);
      return {
        json: { corpId, file, size },
        text: `${file}: ${size} bytes, for the enterprise and nobody else`,
      };
    });
  },
};
