import type { uploadContractFile } from '@cinnabar/api/operations/templates.js';
import type { DataOf } from '../api/wire.js';

/** Answer to the upload of a contract's file. */
export type Uploaded = DataOf<typeof uploadContractFile>;
