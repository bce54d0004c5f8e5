/**
 * Advisory lock between transactions that add a job for a future time (shared) and those that move the clock
 * (exclusive). Otherwise a job of a transaction that commits a moment later would have a due time computed with the old
 * offset, and be late by the distance that the clock was moved.
 */
export const CLOCK_LOCK = 4_701_003;
