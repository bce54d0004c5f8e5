import type { templateInfo } from '@cinnabar/api/operations/templates.js';
import type { DataOf } from '../../api/wire.js';

/** The template from which a batch is started. */
export type BatchTemplate = DataOf<typeof templateInfo>;
