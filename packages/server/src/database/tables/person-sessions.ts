import type { Id } from '@cinnabar/api/schema.js';

/** A person who has proved their mobile, and sees what waits for them. */
export interface PersonSessionsTable {
  session_hash: string;
  user_id: Id<'User'>;
  created_at: Date;
  expire_time: Date;
}

export interface PersonSessionTables {
  person_sessions: PersonSessionsTable;
}
