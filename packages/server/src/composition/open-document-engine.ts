import type { Containment } from '@cinnabar/pdf/containment/containment.js';
import { DocumentEngine } from '@cinnabar/pdf/engine/engine.js';
import type { Config } from '../settings/config.js';

/** The engine with the limits of the settings. */
export function openDocumentEngine(config: Config, containment: Containment): DocumentEngine {
  const { publicVerify } = config.limits;
  return new DocumentEngine({
    containment,
    fontDir: config.fontDir,
    strangers: {
      queueLength: publicVerify.queue,
      processorTime: publicVerify.processorTime,
      memory: publicVerify.memory,
      revisions: publicVerify.maxRevisions,
    },
    ...(config.documentThreads === null ? {} : { workers: config.documentThreads }),
  });
}
