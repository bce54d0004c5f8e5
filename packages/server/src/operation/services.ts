/** All dependencies of operations, constructed once in composition/app.ts. */

import type { DocumentEngine } from '@cinnabar/pdf/engine/engine.js';
import type { ValidationTrust } from '@cinnabar/pki/revocation/validation-data.js';
import type { TimestampSource } from '@cinnabar/pki/timestamps/timestamp-source.js';
import type { CertificateAuthority } from '../authority/certificate-authority.js';
import type { RevocationLists } from '../authority/revocation.js';
import type { Clock } from '../clock.js';
import type { DocumentConverter } from '../conversion/document-converter.js';
import type { Envelope } from '../custody/envelope.js';
import type { MasterKey } from '../custody/master-key.js';
import type { PasswordVerdict } from '../custody/password-lockout.js';
import type { PasswordCost } from '../custody/password-verifier.js';
import type { RotatedKeys } from '../custody/rotated-keys.js';
import type { IdSource } from '../database/ids.js';
import type { Reads } from '../database/reads.js';
import type { SharedLookup } from '../database/shared-lookup.js';
import type { FaceProvider } from '../providers/face/port.js';
import type { IdentityProvider } from '../providers/identity/port.js';
import type { MailSender } from '../providers/mail/port.js';
import type { ChannelPay } from '../providers/pay/port.js';
import type { SmsSender } from '../providers/sms/port.js';
import type { Config } from '../settings/config.js';
import type { BlobStore } from '../storage/blob-store.js';
import type { ProviderDesk } from './provider-desk.js';
import type { SelfCheck } from './self-check.js';

export interface Services {
  readonly config: Config;
  readonly clock: Clock;
  readonly ids: IdSource;
  /** For lists and exports. */
  readonly reads: Reads;
  readonly documents: DocumentEngine;
  readonly converter: DocumentConverter;
  readonly blobs: BlobStore;
  readonly masterKey: MasterKey;
  /** The pepper of passwords, and the key of links. */
  readonly rotatedKeys: RotatedKeys;
  /** Of passwords that are set from now on. */
  readonly passwordCost: PasswordCost;
  /** Running checks of signing passwords in this process. */
  readonly passwordChecks: SharedLookup<PasswordVerdict>;
  readonly envelope: Envelope;
  readonly authority: CertificateAuthority;
  readonly revocationLists: RevocationLists;
  /** null: signatures get no timestamp. */
  readonly timestamps: TimestampSource | null;
  /** External authorities, DER, whose signatures are trusted in any file. */
  readonly signatureTrust: readonly Uint8Array[];
  /** Dependencies of archiving a document. */
  readonly validation: ValidationTrust;
  readonly sms: SmsSender;
  /** null: no mail is sent. */
  readonly mail: MailSender | null;
  readonly identity: IdentityProvider;
  /** null: there is no face check provider. */
  readonly faces: FaceProvider | null;
  readonly pay: ChannelPay;
  /** For whoever sets the service up. */
  readonly selfCheck: SelfCheck;
  /** For the platform's operators. */
  readonly providerDesk: ProviderDesk;
}
