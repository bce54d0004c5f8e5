/** Width of the image that is loaded first. */
export const FIRST_WIDTH = 600;
