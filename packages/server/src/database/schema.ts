import type { Kysely, Transaction } from 'kysely';
import type { ApprovalTables } from './tables/approvals.js';
import type { AuditTables } from './tables/audit.js';
import type { AuthorityTables } from './tables/authority.js';
import type { BatchTables } from './tables/batches.js';
import type { ConsentTables } from './tables/consents.js';
import type { ConsoleSessionTables } from './tables/console-sessions.js';
import type { CredentialsTables } from './tables/credentials.js';
import type { CustodyTables } from './tables/custody.js';
import type { EnterpriseTables } from './tables/enterprise.js';
import type { EvidenceTables } from './tables/evidence.js';
import type { FaceTables } from './tables/faces.js';
import type { FlowSearchTables } from './tables/flow-search.js';
import type { FlowTables } from './tables/flows.js';
import type { FoundationTables } from './tables/foundation.js';
import type { HandwritingPadTables } from './tables/handwriting-pads.js';
import type { LinkTables } from './tables/links.js';
import type { MailTables } from './tables/mail.js';
import type { MembersTables } from './tables/members.js';
import type { PageDraftTables } from './tables/page-drafts.js';
import type { PagePicturesTables } from './tables/page-pictures.js';
import type { PaymentTables } from './tables/payments.js';
import type { PersonSessionTables } from './tables/person-sessions.js';
import type { RegistrationTables } from './tables/registrations.js';
import type { RetentionTables } from './tables/retention.js';
import type { SandboxTables } from './tables/sandbox.js';
import type { SealTables } from './tables/seals.js';
import type { SetupTables } from './tables/setup.js';
import type { SmsTables } from './tables/sms.js';
import type { StorageTables } from './tables/storage.js';
import type { TemplateTables } from './tables/templates.js';
import type { WebhookTables } from './tables/webhooks.js';
import type { WorkspaceTables } from './tables/workspace.js';

/** All tables. Each part of the server declares its tables in tables/<part>.ts and adds a line here. */
export interface Database
  extends FoundationTables,
    EvidenceTables,
    CustodyTables,
    AuthorityTables,
    StorageTables,
    EnterpriseTables,
    MembersTables,
    CredentialsTables,
    SmsTables,
    SealTables,
    TemplateTables,
    FlowTables,
    BatchTables,
    FlowSearchTables,
    ApprovalTables,
    PageDraftTables,
    PagePicturesTables,
    PaymentTables,
    LinkTables,
    MailTables,
    RegistrationTables,
    FaceTables,
    ConsentTables,
    PersonSessionTables,
    ConsoleSessionTables,
    HandwritingPadTables,
    WebhookTables,
    WorkspaceTables,
    AuditTables,
    SetupTables,
    RetentionTables,
    SandboxTables {}

export type Db = Kysely<Database>;
export type Tx = Transaction<Database>;
