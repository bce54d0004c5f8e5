import type { FlowStatus } from '@cinnabar/api/enums.js';

export const flowStatuses: readonly FlowStatus[] = [0, 1, 2, 3, 4, 5, 6];
