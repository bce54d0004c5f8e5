import type { Json } from '@cinnabar/api/schema.js';
import type { Client } from '../../support/client.js';
import type { Expected } from './expected.js';
import type { RawBody, Row } from './rows.js';
import type { World } from './world.js';

/** Typed data of one operation. */
export interface OperationTable {
  readonly path: `/${string}`;
  /**
   * `none`: no credentials. `application`: a token suffices. `operator`: the header user is a valid, confirmed member.
   * `target`: the header user is the subject, confirmed or not.
   */
  readonly caller: 'none' | 'application' | 'member' | 'target';
  readonly source: 'required' | 'optional';
  /** Whether a member without a role lacks the right to it. */
  readonly needsRight: boolean;
  /** The response to a missing right, if it is not 403 with its reason. */
  readonly missingRight?: Expected;
  readonly writes: boolean;
  /** Limit of the body, if it is not one. */
  readonly maxMebibytes?: number;
  /** The code for an invalid body, if it is not 400. */
  readonly invalidBody?: string;
  /** The body is an array; its rows contain whole bodies. */
  readonly arrayBody?: true;
  /** A request that succeeds; sent once after all others, to prove that only the differences cause the refusals. */
  readonly good: GoodRequest;
  /** A body that also has the fields missing in the valid one, for the type checks. */
  readonly shape?: Json;
  readonly rows: readonly Row[];
  /** Rows derived from field types that are specified otherwise. */
  readonly tolerated?: readonly Tolerance[];
}

export interface GoodRequest {
  readonly by: Client;
  readonly body: Json;
  /** File of an upload. */
  readonly raw?: RawBody;
  /** The session in which it is sent, for operations closed to applications; by default rows use `by`. */
  readonly session?: Client;
}

export interface Tolerance {
  /** The field as specified, such as `components[].value`. */
  readonly field: string;
  readonly allows: 'null' | 'blank';
  readonly because: string;
}

/** Tables are derived from the prepared world, because they need its ids. */
export type TableMaker = (world: World) => OperationTable;
