import type { Id } from '@cinnabar/api/schema.js';

/** A person who has proved their mobile, and sees what waits for them. */
export interface PersonSessionsTable {
  session_hash: string;
  user_id: Id<'User'>;
  created_at: Date;
  expire_time: Date;
  /** They were away for long: nothing is shown until they show their face. */
  needs_face: boolean;
}

export interface PersonSessionTables {
  person_sessions: PersonSessionsTable;
}
