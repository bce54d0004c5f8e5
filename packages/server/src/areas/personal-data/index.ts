/** What is stored about a person, for that person: its export and its erasure. */
export {
  erasePerson,
  viewErasure,
} from './erase-person.js';
export { removeErasedBlobs } from './erased-blobs.js';
export { exportPerson } from './export-person.js';
export { type Fate, fates } from './inventory.js';
