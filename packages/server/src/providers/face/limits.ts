import { withTimeLimit } from '../time-limit.js';
import { type FaceProvider, FaceUnavailable } from './port.js';

/** A person waits on a page for the start and for the result of a check. */
const FACE_LIMIT_MS = 10_000;

/** Applies the port's time limits to the adapter. Nothing is retried: the page offers to try again. */
export function limitedFaces(adapter: FaceProvider): FaceProvider {
  const limited = <T>(work: Promise<T>): Promise<T> =>
    withTimeLimit(FACE_LIMIT_MS, work, (detail) => new FaceUnavailable(detail));
  return {
    serves: (channel) => adapter.serves(channel),
    begin: (request) => limited(adapter.begin(request)),
    result: (check, returned) => limited(adapter.result(check, returned)),
  };
}
