import { openBackend } from '@cinnabar/server/composition/open-storage.js';
import { readConfig } from '@cinnabar/server/settings/read-config.js';
import { type MoveResult, moveBlobs } from '@cinnabar/server/storage/move-blobs.js';
import { StoreFailure } from '@cinnabar/server/storage/store-failure.js';
import { type Command, CommandFailed, jsonOption } from './command.js';
import { count } from './count.js';

export const storageMove: Command = {
  name: 'storage move',
  summary: 'Moves every file from STORAGE_FALLBACK to STORAGE while the service runs with both.',
  options: { json: jsonOption },
  async run(values, context) {
    const config = readConfig(context.environment);
    const { storage, storageFallback } = config;
    if (storageFallback === null)
      throw new CommandFailed('STORAGE_FALLBACK is not set: it names where the files are now');
    const from = openBackend(config, storageFallback);
    const to = openBackend(config, storage);
    try {
      await from.tidy();
      const moved = await moveBlobs({ from, to }, (soFar) => context.stderr(told(soFar)));
      const result = { from: storageFallback, to: storage, ...moved };
      context.stdout(values['json'] === true ? JSON.stringify(result, null, 2) : describe(result));
      return 0;
    } catch (error) {
      if (error instanceof StoreFailure) {
        throw new CommandFailed(`${error.message}; what has been moved stays moved: run the command again`, {
          cause: error,
        });
      }
      throw error;
    }
  },
};

function told({ found, copied, copiedBytes, removed }: MoveResult): string {
  const mebibytes = (copiedBytes / 1024 ** 2).toLocaleString('en-US', { maximumFractionDigits: 1 });
  return `${count(found, 'file')}, ${copied} of them (${mebibytes} MiB) copied, ${removed} removed at the source`;
}

function describe(result: MoveResult & { readonly from: string; readonly to: string }): string {
  const { from, to, young } = result;
  const next =
    young === 0
      ? `Everything is in ${to}: once every process writes there, remove STORAGE_FALLBACK.`
      : `still in ${from}, because written or removed within the last hour: ${count(young, 'file')}. Run the command again in 70 minutes.`;
  return `${from} to ${to}: ${told(result)}\n${next}`;
}
