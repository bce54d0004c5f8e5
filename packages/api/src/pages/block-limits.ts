/** Limits of blocks, which the designer of templates tells before the service refuses. */

/** Per member and enterprise. */
export const MAX_BLOCKS = 20;
/** Of all blocks of a member together, as JSON. */
export const MAX_BLOCKS_BYTES = 64 * 1024;
export const MAX_BLOCK_NAME = 40;
