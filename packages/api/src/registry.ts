/** Every operation of the interface, in the order of the specification. */
import type { Operation } from './operation.js';

export const registry: readonly Operation[] = [];
