import { withTimeLimit } from '../time-limit.js';
import { type FaceProvider, FaceUnavailable } from './port.js';

/** A person waits on a page while a check is prepared, and when they come back from one. */
const FACE_LIMIT_MS = 10_000;

/** The adapter with the limits of the port. Nothing is repeated: the page offers to try again. */
export function limitedFaces(adapter: FaceProvider): FaceProvider {
  const limited = <T>(work: Promise<T>): Promise<T> =>
    withTimeLimit(FACE_LIMIT_MS, work, (detail) => new FaceUnavailable(detail));
  return {
    begin: (request) => limited(adapter.begin(request)),
    result: (h5faceId) => limited(adapter.result(h5faceId)),
  };
}
