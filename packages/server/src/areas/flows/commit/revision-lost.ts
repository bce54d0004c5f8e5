/**
 * Another commit has changed the flow since it was loaded (optimistic locking): the caller decides again on the new
 * state.
 */
export class RevisionLost extends Error {
  constructor() {
    super('the flow was changed by another commit');
    this.name = 'RevisionLost';
  }
}
