/** Path prefix under which link sessions call operations of the interface. */
export const OPERATIONS_OF_LINKS = '/pages/operations';
