/** Below this the session of a link calls operations of the interface, under their own paths. */
export const OPERATIONS_OF_LINKS = '/pages/operations';
