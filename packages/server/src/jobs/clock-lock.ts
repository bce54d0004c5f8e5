/**
 * Advisory lock between who adds a job for a time to come (shared) and who moves the clock (exclusive): otherwise a
 * job of a transaction that commits a moment later would keep a due time reckoned with the old offset, and come late
 * by everything the clock was moved.
 */
export const CLOCK_LOCK = 4_701_003;
