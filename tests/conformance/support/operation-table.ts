import type { Json } from '@cinnabar/api/schema.js';
import type { Client } from '../../support/client.js';
import type { Expected } from './expected.js';
import type { RawBody, Row } from './rows.js';
import type { World } from './world.js';

/** What is typed in for one operation. */
export interface OperationTable {
  readonly path: `/${string}`;
  /**
   * `none`: no credentials. `application`: a token is enough. `operator`: the header user is a valid, confirmed
   * member. `target`: the header user is whom it is about, confirmed or not.
   */
  readonly caller: 'none' | 'application' | 'member' | 'target';
  readonly source: 'required' | 'optional';
  /** Whether a plain member lacks the right to it. */
  readonly needsRight: boolean;
  /** What a missing right is answered with, where it is not 403 with its reason. */
  readonly missingRight?: Expected;
  readonly writes: boolean;
  /** The code of a body that does not fit, where it is not 400. */
  readonly invalidBody?: string;
  /** The body is an array; its rows are typed in whole. */
  readonly arrayBody?: true;
  /** A request that succeeds; sent after all others, once, to prove that only the differences are at fault. */
  readonly good: GoodRequest;
  /** A body that also has the fields which the good one must not have, for the checks of their types. */
  readonly shape?: Json;
  readonly rows: readonly Row[];
  /** Rows that the field types would give, but that are decided otherwise. */
  readonly tolerated?: readonly Tolerance[];
}

export interface GoodRequest {
  readonly by: Client;
  readonly body: Json;
  /** Of an upload. */
  readonly raw?: RawBody;
  /** In whose session it is sent, where no application may make it; the rows are, unless they say otherwise, `by`'s. */
  readonly session?: Client;
}

export interface Tolerance {
  /** The field as specified, such as `components[].value`. */
  readonly field: string;
  readonly allows: 'null' | 'blank';
  readonly because: string;
}

/** Tables are made from the world that was prepared: they need its ids. */
export type TableMaker = (world: World) => OperationTable;
