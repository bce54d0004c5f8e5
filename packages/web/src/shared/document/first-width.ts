/** The width of the picture that is there first. */
export const FIRST_WIDTH = 600;
