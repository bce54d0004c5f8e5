/** The handlers of the area's operations; a new one is one line. */
export { faceAuth } from './face-auth.js';
export { fetchAuth } from './fetch-auth.js';
