import type { Id } from '@cinnabar/api/schema.js';

/** A session of a person who has verified their mobile, in which they see their pending tasks. */
export interface PersonSessionsTable {
  session_hash: string;
  user_id: Id<'User'>;
  created_at: Date;
  expire_time: Date;
  /** After a long absence nothing is shown until the person passes a face check. */
  needs_face: boolean;
}

export interface PersonSessionTables {
  person_sessions: PersonSessionsTable;
}
