/** Another commit has changed the flow since it was loaded (optimistic locking): decide and build again. */
export class RevisionLost extends Error {
  constructor() {
    super('the flow was changed by another commit');
    this.name = 'RevisionLost';
  }
}
