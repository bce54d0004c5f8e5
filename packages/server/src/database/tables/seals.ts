import type { SealStatus } from '@cinnabar/api/enums.js';
import type { Id } from '@cinnabar/api/schema.js';
import type { FlowId } from '@cinnabar/api/schemas/flow.js';
import type {
  PersonalSealSource,
  SealCategory,
  SealId,
  SealShape,
  SealSource,
} from '@cinnabar/api/schemas/seal.js';
import type { AuthorisationId, SealAuthorRange, SealAuthorRole } from '@cinnabar/api/schemas/seal-author.js';
import type { SealUseBasis, SealUseOutcome } from '@cinnabar/api/schemas/seal-use.js';
import type { TemplateId } from '@cinnabar/api/schemas/template.js';
import type { ColumnType, Generated } from 'kysely';
import type { JsonColumn } from '../json.js';

/** A nullable jsonb column. */
type OptionalJson<T> = ColumnType<T | null, string | null, string | null>;

/** Seals of enterprises. The appearance of a seal never changes, only its name, default flag, status and end. */
export interface SealsTable {
  corp_id: Id<'Corp'>;
  seal_id: SealId;
  /** The enterprise's name as it is on the seal. */
  corp_name: string;
  seal_code: string;
  seal_name: string;
  category_type: SealCategory;
  /** 1 template seal, 3 image seal. */
  seal_style: 1 | 3;
  shape: SealShape;
  /** mm */
  width: number;
  height: number;
  horizontal_text: string | null;
  bottom_text: string | null;
  source: SealSource;
  status: SealStatus;
  is_default: boolean;
  /** Blob of the form placed into documents: the outlines of a template seal, the PNG of an image seal. */
  drawing_hash: string;
  /** Blob of its PNG, 600 px on the longer side. */
  image_hash: string;
  created_by: Id<'User'> | null;
  created_at: Date;
  deleted_at: Date | null;
  /** Who of the enterprise has suspended it; null: nobody, or the platform. */
  stopped_by: Id<'User'> | null;
  /** Of the suspension, or of the rejection in the review. */
  stop_reason: string | null;
  stopped_at: Date | null;
}

/** One use of a seal in a contract, or a try that placed nothing. Append-only. */
export interface SealUsesTable {
  use_id: Generated<Id<'SealUse'>>;
  /** The enterprise of the seal. */
  corp_id: Id<'Corp'>;
  seal_id: SealId;
  used_at: Date;
  /** The initiating enterprise. */
  flow_corp_id: Id<'Corp'>;
  flow_id: FlowId;
  /** Who placed it, or tried to. */
  user_id: Id<'User'>;
  /** Who decided the approval of its use. */
  decided_by: Id<'User'> | null;
  basis: SealUseBasis | null;
  places: number;
  outcome: SealUseOutcome;
  reason: string | null;
}

/** Pictures uploaded to make seals; a new seal is made from the newest one of the acting member. */
export interface SealUploadsTable {
  corp_id: Id<'Corp'>;
  /** Storage key of the picture. */
  file_key: string;
  user_id: Id<'User'>;
  created_at: Date;
  /** The seal made from it; null: none yet. */
  seal_id: SealId | null;
}

/** Who may use or examine a seal. After creation only the end, auto_sign and examiner_notify change. */
export interface SealAuthorisationsTable {
  corp_id: Id<'Corp'>;
  authorisation_id: AuthorisationId;
  seal_id: SealId;
  user_id: Id<'User'>;
  author_role: SealAuthorRole;
  author_range: SealAuthorRange;
  /** In the given order; empty: valid for all contracts. */
  template_ids: readonly TemplateId[];
  auto_sign: boolean;
  examiner_notify: boolean;
  /** Consent to automatic placement; null if not given or withdrawn. */
  manager_consent: OptionalJson<AutoSignConsent>;
  member_consent: OptionalJson<AutoSignConsent>;
  /** Start of validity, inclusive. */
  effective_at: Date;
  /** End of validity, exclusive; null: unlimited. */
  expire_at: Date | null;
  /** Set if it ended early because the seal was deleted or the member left. */
  withdrawn_at: Date | null;
  created_by: Id<'User'>;
  created_at: Date;
}

/** Consent to automatic placement, and the templates as they were then. */
export interface AutoSignConsent {
  /** null: the operator. */
  readonly userId: Id<'User'> | null;
  readonly channel: 'page' | 'application' | 'operator';
  /** ISO 8601. */
  readonly at: string;
  /** Time of the last change of each template, ISO 8601, by template id. */
  readonly revisions: Readonly<Record<string, string>>;
}

/** Append-only: every consent to automatic placement, and every withdrawal. */
export interface AutoSignConsentsTable {
  entry_id: Id<'AutoSignConsent'>;
  corp_id: Id<'Corp'>;
  authorisation_id: AuthorisationId;
  side: 'manager' | 'member' | 'operator';
  /** false: withdrawn. */
  wanted: boolean;
  user_id: Id<'User'> | null;
  channel: AutoSignConsent['channel'];
  revisions: JsonColumn<AutoSignConsent['revisions']>;
  address: string | null;
  device: string | null;
  created_at: Date;
}

/** Personal seals. Their appearance never changes. */
export interface PersonalSealsTable {
  /** Enterprise under which the picture is stored: that in which the person acted when the seal was made. */
  corp_id: Id<'Corp'>;
  seal_id: SealId;
  /** Owner of the seal, in any enterprise. */
  user_id: Id<'User'>;
  seal_name: string;
  source: PersonalSealSource;
  /** mm */
  width: number;
  height: number;
  /** Blob of the PNG that is placed into documents. */
  picture_hash: string;
  is_default: boolean;
  created_at: Date;
  deleted_at: Date | null;
}

/**
 * Electronic seals (GB/T 38540) of enterprises, as they stand in documents. A version is never changed: a seal that no
 * longer fits gets the next one.
 */
export interface ElectronicSealsTable {
  corp_id: Id<'Corp'>;
  seal_id: SealId;
  version: number;
  /** As it was named then. */
  seal_name: string;
  /** SHA-256 of the seal's face, lower-case hexadecimal digits. */
  face_hash: string;
  /** Serial numbers of the only certificate that may use it, and of the certificate of its maker. */
  certificate: string;
  maker: string;
  valid_until: Date;
  /** SESeal, DER. */
  seal: Uint8Array;
  created_at: Date;
}

export interface SealTables {
  electronic_seals: ElectronicSealsTable;
  personal_seals: PersonalSealsTable;
  seals: SealsTable;
  seal_uses: SealUsesTable;
  auto_sign_consents: AutoSignConsentsTable;
  seal_authorisations: SealAuthorisationsTable;
  seal_uploads: SealUploadsTable;
}
