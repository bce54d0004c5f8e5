import type { Migration } from '../migration.js';
import { migration as foundation } from './0001-foundation.js';
import { migration as trustAndStorage } from './0002-trust-and-storage.js';
import { migration as enterprise } from './0003-enterprise.js';
import { migration as sealsAndTemplates } from './0004-seals-and-templates.js';
import { migration as flows } from './0005-flows.js';
import { migration as picturesAndSandbox } from './0006-pictures-and-sandbox.js';
import { migration as imageSeals } from './0007-image-seals.js';
import { migration as lifeOfUploads } from './0008-life-of-uploads.js';
import { migration as filesById } from './0009-files-by-id.js';
import { migration as flowControl } from './0010-flow-control.js';
import { migration as sealAuthorisations } from './0011-seal-authorisations.js';
import { migration as linksAndFaces } from './0013-links-and-faces.js';
import { migration as payments } from './0014-payments.js';
import { migration as approvals } from './0015-approvals.js';
import { migration as flowBatches } from './0016-flow-batches.js';
import { migration as listsOfManyFlows } from './0017-lists-of-many-flows.js';
import { migration as newcomers } from './0018-newcomers.js';
import { migration as ofPersons } from './0019-seals-and-passwords-of-persons.js';
import { migration as signDrafts } from './0020-sign-drafts.js';
import { migration as pageDrafts } from './0021-page-drafts.js';
import { migration as consentsAndPersonSessions } from './0022-consents-and-person-sessions.js';
import { migration as placeDrafts } from './0023-place-drafts.js';
import { migration as handwritingPads } from './0025-handwriting-pads.js';
import { migration as timestampsAndRevocation } from './0030-timestamps-and-revocation.js';
import { migration as archives } from './0031-archives.js';
import { migration as evidenceRoots } from './0033-evidence-roots.js';
import { migration as oneTableOfDrafts } from './0034-one-table-of-drafts.js';
import { migration as checkCodes } from './0035-check-codes.js';
import { migration as webhooks } from './0036-webhooks.js';
import { migration as revokedActCertificates } from './0037-revoked-act-certificates.js';
import { migration as masterKeyOrigin } from './0038-master-key-origin.js';
import { migration as intentsByDigest } from './0040-intents-by-digest.js';
import { migration as placedMarks } from './0045-placed-marks.js';
import { migration as strengthOfIdentity } from './0046-strength-of-identity.js';
import { migration as identityCorrections } from './0047-identity-corrections.js';
import { migration as corpIdentity } from './0050-corp-identity.js';
import { migration as autoSignConsents } from './0051-auto-sign-consents.js';
import { migration as corpRegistrations } from './0052-corp-registrations.js';
import { migration as boundCodes } from './0053-bound-codes.js';
import { migration as appendOnly } from './0056-append-only.js';
import { migration as sealedTexts } from './0057-sealed-texts.js';
import { migration as unsealedTexts } from './0058-unsealed-texts.js';
import { migration as whoIsAwaited } from './0060-who-is-awaited.js';
import { migration as passwordOrigin } from './0061-password-origin.js';
import { migration as ownIdentity } from './0070-own-identity.js';
import { migration as ledgerPackages } from './0075-ledger-packages.js';
import { migration as flowSearch } from './0085-flow-search.js';
import { migration as outboxOrder } from './0090-outbox-order.js';
import { migration as consoleSessions } from './0091-console-sessions.js';
import { migration as loginFactors } from './0092-login-factors.js';
import { migration as loginProviders } from './0093-login-providers.js';
import { migration as audit } from './0096-audit.js';
import { migration as waitingFlows } from './0097-waiting-flows.js';
import { migration as searchByMobile } from './0105-search-by-mobile.js';
import { migration as listsByCode } from './0106-lists-by-code.js';
import { migration as firstOperator } from './0107-first-operator.js';
import { migration as faceProofs } from './0108-face-proofs.js';
import { migration as workspace } from './0110-workspace.js';
import { migration as smsMessages } from './0113-sms-messages.js';
import { migration as payChannelKeys } from './0116-pay-channel-keys.js';
import { migration as payStatements } from './0117-pay-statements.js';
import { migration as refundTime } from './0118-refund-time.js';
import { migration as faceProviders } from './0120-face-providers.js';
import { migration as mail } from './0123-mail.js';
import { migration as keptAnchors } from './0126-kept-anchors.js';
import { migration as templateDrafts } from './0127-template-drafts.js';
import { migration as batchesOfMembers } from './0131-batches-of-members.js';
import { migration as proofsOfIntents } from './0136-proofs-of-intents.js';
import { migration as sealUses } from './0140-seal-uses.js';
import { migration as templateBlocks } from './0144-template-blocks.js';
import { migration as auditChain } from './0145-audit-chain.js';
import { migration as tokenAddresses } from './0146-token-addresses.js';
import { migration as erasure } from './0162-erasure.js';
import { migration as withdrawnConsents } from './0163-withdrawn-consents.js';
import { migration as retention } from './0164-retention.js';
import { migration as platformSessions } from './0168-platform-sessions.js';
import { migration as operatorDuties } from './0173-operator-duties.js';
import { migration as corpLogos } from './0174-corp-logos.js';
import { migration as closedEnterprises } from './0180-closed-enterprises.js';
import { migration as removedEnterprises } from './0181-removed-enterprises.js';
import { migration as placesOfKeys } from './0184-places-of-keys.js';
import { migration as rotatedKeys } from './0188-rotated-keys.js';
import { migration as askedOrders } from './0190-asked-orders.js';
import { migration as unpaidParts } from './0191-unpaid-parts.js';
import { migration as externalCertificates } from './0195-external-certificates.js';
import { migration as sm2Keys } from './0200-sm2-keys.js';
import { migration as electronicSeals } from './0205-electronic-seals.js';
import { migration as chainHashes } from './0206-chain-hashes.js';
import { migration as certificateOrders } from './0210-certificate-orders.js';
import { migration as guardedDataKeys } from './0215-guarded-data-keys.js';
import { migration as autovacuum } from './0240-autovacuum.js';
import { migration as oldDeliveries } from './0241-old-deliveries.js';
import { migration as pendingSearchCount } from './0242-pending-search-count.js';

/** In order of execution; the position in the list is the number of the migration. */
export const migrations: readonly { readonly name: string; readonly migration: Migration }[] = [
  { name: '0001-foundation', migration: foundation },
  { name: '0002-trust-and-storage', migration: trustAndStorage },
  { name: '0003-enterprise', migration: enterprise },
  { name: '0004-seals-and-templates', migration: sealsAndTemplates },
  { name: '0005-flows', migration: flows },
  { name: '0006-pictures-and-sandbox', migration: picturesAndSandbox },
  { name: '0007-image-seals', migration: imageSeals },
  { name: '0008-life-of-uploads', migration: lifeOfUploads },
  { name: '0009-files-by-id', migration: filesById },
  { name: '0010-flow-control', migration: flowControl },
  { name: '0011-seal-authorisations', migration: sealAuthorisations },
  { name: '0013-links-and-faces', migration: linksAndFaces },
  { name: '0014-payments', migration: payments },
  { name: '0015-approvals', migration: approvals },
  { name: '0016-flow-batches', migration: flowBatches },
  { name: '0017-lists-of-many-flows', migration: listsOfManyFlows },
  { name: '0018-newcomers', migration: newcomers },
  { name: '0019-seals-and-passwords-of-persons', migration: ofPersons },
  { name: '0020-sign-drafts', migration: signDrafts },
  { name: '0021-page-drafts', migration: pageDrafts },
  { name: '0022-consents-and-person-sessions', migration: consentsAndPersonSessions },
  { name: '0023-place-drafts', migration: placeDrafts },
  { name: '0025-handwriting-pads', migration: handwritingPads },
  { name: '0030-timestamps-and-revocation', migration: timestampsAndRevocation },
  { name: '0031-archives', migration: archives },
  { name: '0033-evidence-roots', migration: evidenceRoots },
  { name: '0034-one-table-of-drafts', migration: oneTableOfDrafts },
  { name: '0035-check-codes', migration: checkCodes },
  { name: '0036-webhooks', migration: webhooks },
  { name: '0037-revoked-act-certificates', migration: revokedActCertificates },
  { name: '0038-master-key-origin', migration: masterKeyOrigin },
  { name: '0040-intents-by-digest', migration: intentsByDigest },
  { name: '0045-placed-marks', migration: placedMarks },
  { name: '0046-strength-of-identity', migration: strengthOfIdentity },
  { name: '0047-identity-corrections', migration: identityCorrections },
  { name: '0050-corp-identity', migration: corpIdentity },
  { name: '0051-auto-sign-consents', migration: autoSignConsents },
  { name: '0052-corp-registrations', migration: corpRegistrations },
  { name: '0053-bound-codes', migration: boundCodes },
  { name: '0056-append-only', migration: appendOnly },
  { name: '0057-sealed-texts', migration: sealedTexts },
  { name: '0058-unsealed-texts', migration: unsealedTexts },
  { name: '0060-who-is-awaited', migration: whoIsAwaited },
  { name: '0061-password-origin', migration: passwordOrigin },
  { name: '0070-own-identity', migration: ownIdentity },
  { name: '0075-ledger-packages', migration: ledgerPackages },
  { name: '0085-flow-search', migration: flowSearch },
  { name: '0090-outbox-order', migration: outboxOrder },
  { name: '0091-console-sessions', migration: consoleSessions },
  { name: '0092-login-factors', migration: loginFactors },
  { name: '0093-login-providers', migration: loginProviders },
  { name: '0096-audit', migration: audit },
  { name: '0097-waiting-flows', migration: waitingFlows },
  { name: '0105-search-by-mobile', migration: searchByMobile },
  { name: '0106-lists-by-code', migration: listsByCode },
  { name: '0107-first-operator', migration: firstOperator },
  { name: '0108-face-proofs', migration: faceProofs },
  { name: '0110-workspace', migration: workspace },
  { name: '0113-sms-messages', migration: smsMessages },
  { name: '0116-pay-channel-keys', migration: payChannelKeys },
  { name: '0117-pay-statements', migration: payStatements },
  { name: '0118-refund-time', migration: refundTime },
  { name: '0120-face-providers', migration: faceProviders },
  { name: '0123-mail', migration: mail },
  { name: '0126-kept-anchors', migration: keptAnchors },
  { name: '0127-template-drafts', migration: templateDrafts },
  { name: '0131-batches-of-members', migration: batchesOfMembers },
  { name: '0136-proofs-of-intents', migration: proofsOfIntents },
  { name: '0140-seal-uses', migration: sealUses },
  { name: '0144-template-blocks', migration: templateBlocks },
  { name: '0145-audit-chain', migration: auditChain },
  { name: '0146-token-addresses', migration: tokenAddresses },
  { name: '0162-erasure', migration: erasure },
  { name: '0163-withdrawn-consents', migration: withdrawnConsents },
  { name: '0164-retention', migration: retention },
  { name: '0168-platform-sessions', migration: platformSessions },
  { name: '0173-operator-duties', migration: operatorDuties },
  { name: '0174-corp-logos', migration: corpLogos },
  { name: '0180-closed-enterprises', migration: closedEnterprises },
  { name: '0181-removed-enterprises', migration: removedEnterprises },
  { name: '0184-places-of-keys', migration: placesOfKeys },
  { name: '0188-rotated-keys', migration: rotatedKeys },
  { name: '0190-asked-orders', migration: askedOrders },
  { name: '0191-unpaid-parts', migration: unpaidParts },
  { name: '0195-external-certificates', migration: externalCertificates },
  { name: '0200-sm2-keys', migration: sm2Keys },
  { name: '0205-electronic-seals', migration: electronicSeals },
  { name: '0206-chain-hashes', migration: chainHashes },
  { name: '0210-certificate-orders', migration: certificateOrders },
  { name: '0215-guarded-data-keys', migration: guardedDataKeys },
  { name: '0240-autovacuum', migration: autovacuum },
  { name: '0241-old-deliveries', migration: oldDeliveries },
  { name: '0242-pending-search-count', migration: pendingSearchCount },
];
