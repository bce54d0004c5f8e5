import type { certificateStatus } from '@cinnabar/api/operations/certificates.js';
import type { DataOf } from '../../api/wire.js';

/** With whose certificate the enterprise signs, and what has been requested. */
export type CertificateStanding = DataOf<typeof certificateStatus>;
