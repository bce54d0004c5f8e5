import { id } from '@cinnabar/api/schema.js';
import { exportPerson } from '@cinnabar/server/areas/personal-data/index.js';
import { openStorage } from '@cinnabar/server/composition/open-storage.js';
import { EncryptedBlobStore } from '@cinnabar/server/storage/encrypted-blob-store.js';
import { recordCommand } from './audited.js';
import { type Command, CommandFailed, jsonOption, textOf } from './command.js';
import { readOption } from './read-option.js';
import { withPlatform } from './with-platform.js';
import { openNew, writeAll } from './write-new-file.js';

export const personExport: Command = {
  name: 'person export',
  summary: 'Writes everything that is stored about a person to a ZIP file, for them.',
  options: {
    user: { type: 'string', required: true, placeholder: 'ID', description: 'userId of the person' },
    out: {
      type: 'string',
      required: true,
      placeholder: 'FILE',
      description: 'a file that does not exist yet',
    },
    json: jsonOption,
  },
  async run(values, context) {
    const userId = readOption(id<'User'>(), values, 'user');
    const file = textOf(values, 'out') ?? '';
    return withPlatform(values, context, async ({ config, database: { db }, services }) => {
      const blobs = new EncryptedBlobStore({ backend: openStorage(config), envelope: services.envelope });
      const step = { db, services: { ...services, blobs }, now: services.clock.now() };
      const bytes = await exportPerson(step, userId);
      if (bytes === null) throw new CommandFailed(`there is no person ${userId}`);
      const handle = await openNew(file);
      await recordCommand(db, services, {
        corpId: null,
        subjectUserId: userId,
        act: 'person.export',
        object: { kind: 'person', id: userId },
      });
      const size = await writeAll(handle, bytes);
      return { json: { userId, file, size }, text: `${file}: ${size} bytes, for the person and nobody else` };
    });
  },
};
