import { type FontFiles, FontsMissing, findFonts } from '@cinnabar/fonts';
import type { Containment } from '@cinnabar/pdf/containment/containment.js';
import { DocumentEngine, type EngineOptions } from '@cinnabar/pdf/engine/engine.js';
import type { Config } from '../settings/config.js';
import { InvalidSetting } from '../settings/invalid-setting.js';

/** The engine with the configured limits. */
export function openDocumentEngine(
  config: Config,
  containment: Containment,
  fonts: FontFiles,
  around?: EngineOptions['around'],
): DocumentEngine {
  const { publicVerify } = config.limits;
  return new DocumentEngine({
    containment,
    fonts,
    strangers: {
      queueLength: publicVerify.queue,
      processorTime: publicVerify.processorTime,
      memory: publicVerify.memory,
      revisions: publicVerify.maxRevisions,
    },
    ...(around === undefined ? {} : { around }),
    ...(config.documentThreads === null ? {} : { workers: config.documentThreads }),
  });
}

/** The operator's fonts precede the bundled ones. @throws InvalidSetting if their folder does not exist */
export function findConfiguredFonts({ fontDir }: Config): FontFiles {
  try {
    return findFonts({ fontDir });
  } catch (error) {
    if (error instanceof FontsMissing) throw new InvalidSetting('FONT_DIR', error.message);
    throw error;
  }
}
