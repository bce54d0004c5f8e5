import { randomBytes } from 'node:crypto';
import { base32 } from '../custody/secrets.js';
import type { Db } from '../database/schema.js';
import type { FaceIdentity, FaceProvider, FaceResult, StartedFaceCheck } from '../providers/face/port.js';

/** The result that the user of the sandbox chooses, with the identity that they state. */
export interface SandboxFaceResult {
  readonly verdict: 'pass' | 'fail';
  readonly identity: FaceIdentity | null;
}

/** Simulated face checks: the user of the sandbox chooses the result. */
export class SandboxFaces implements FaceProvider {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  serves(): boolean {
    return true;
  }

  async begin() {
    return { h5faceId: `sandbox-${base32(randomBytes(15))}`, page: null };
  }

  async result({ h5faceId }: Pick<StartedFaceCheck, 'h5faceId'>): Promise<FaceResult | null> {
    const row = await this.#db
      .selectFrom('sandbox_faces')
      .select(['result', 'real_name', 'ident_num'])
      .where('h5face_id', '=', h5faceId)
      .executeTakeFirst();
    if (row === undefined) return null;
    const { result: verdict, real_name: realName, ident_num: identNum } = row;
    const identity = realName === null || identNum === null ? null : { realName, identNum };
    return { verdict, identity, record: {} };
  }

  /** The first result counts. */
  async decide(h5faceId: string, { verdict, identity }: SandboxFaceResult): Promise<void> {
    await this.#db
      .insertInto('sandbox_faces')
      .values({
        h5face_id: h5faceId,
        result: verdict,
        real_name: identity?.realName ?? null,
        ident_num: identity?.identNum ?? null,
      })
      .onConflict((conflict) => conflict.column('h5face_id').doNothing())
      .execute();
  }
}
