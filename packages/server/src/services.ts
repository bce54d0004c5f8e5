/** Everything that operations use, constructed once in app.ts. */
import type { Clock } from './clock.js';
import type { Config } from './config.js';
import type { IdSource } from './database/ids.js';
import type { DocumentConverter } from './documents/convert/document-converter.js';
import type { DocumentEngine } from './documents/engine.js';
import type { FaceProvider } from './providers/face.js';
import type { IdentityProvider } from './providers/identity.js';
import type { PayProvider } from './providers/pay.js';
import type { SmsSender } from './providers/sms.js';
import type { SharedLookup } from './shared-lookup.js';
import type { BlobStore } from './storage/blob-store.js';
import type { CertificateAuthority } from './trust/certificate-authority.js';
import type { Envelope } from './trust/envelope.js';
import type { MasterKey } from './trust/master-key.js';
import type { PasswordVerdict } from './trust/password-lockout.js';
import type { RevocationLists } from './trust/revocation.js';
import type { TimestampSource } from './trust/timestamp-source.js';
import type { ValidationTrust } from './trust/validation-data.js';

export interface Services {
  readonly config: Config;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly documents: DocumentEngine;
  readonly converter: DocumentConverter;
  readonly blobs: BlobStore;
  readonly masterKey: MasterKey;
  /** Checks of signing passwords that are under way in this process. */
  readonly passwordChecks: SharedLookup<PasswordVerdict>;
  readonly envelope: Envelope;
  readonly authority: CertificateAuthority;
  readonly revocationLists: RevocationLists;
  /** null: signatures get no timestamp. */
  readonly timestamps: TimestampSource | null;
  /** Authorities of others, DER, whose signatures are trusted in files of anybody. */
  readonly signatureTrust: readonly Uint8Array[];
  /** What archiving a document draws on. */
  readonly validation: ValidationTrust;
  readonly sms: SmsSender;
  readonly identity: IdentityProvider;
  /** null: there is no provider of face checks. */
  readonly faces: FaceProvider | null;
  readonly pay: PayProvider;
}
