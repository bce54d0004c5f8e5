import type { AuditFacts, AuditSource } from '../../database/tables/audit.js';
import type { Context, CorpId, UserId } from '../../operation/context.js';

/** Every act that is recorded: the kind of its object, and what happened to it. */
export type AuditedActName =
  /** A contract was seen by the right to the enterprise's contracts alone. */
  | 'contract.read'
  /** A list of contracts was exported. */
  | 'contract.export'
  /** Several contracts were downloaded as one archive. */
  | 'contract.download'
  /** Settings of an enterprise were changed. */
  | 'corp.settings'
  /** The recorded identity of an enterprise was changed by the operator. */
  | 'corp.identity'
  /** The enterprise above another one was changed. */
  | 'corp.parent'
  /** Contracts or collections were added to an enterprise or taken from it. */
  | 'corp.balance'
  /** The log-in provider of an enterprise was set or removed. */
  | 'corp.loginProvider'
  | 'application.create'
  | 'application.rotate'
  | 'application.disable'
  | 'payChannel.create'
  | 'payChannel.disable'
  /** A registration was confirmed or rejected by the operator. */
  | 'registration.review'
  /** The name of a person was corrected. */
  | 'person.name'
  | 'certificate.revoke'
  /** Roles of a member were changed. */
  | 'member.roles'
  /** A seal was reviewed, suspended or resumed. */
  | 'seal.status'
  /** A person was made a member, or invited. */
  | 'member.create'
  /** A membership was ended. */
  | 'member.delete'
  /** A link was issued by which an application lets a member enter. */
  | 'member.accessLink'
  /** A request to join was accepted or declined. */
  | 'member.acceptJoin'
  | 'seal.create'
  | 'seal.modify'
  | 'seal.delete'
  | 'seal.makeDefault'
  /** Members were authorised to use a seal, or to decide on its use. */
  | 'sealAuthor.add'
  | 'sealAuthor.cancel'
  | 'template.create'
  | 'template.modify'
  /** The controls of a template were changed. */
  | 'template.controls'
  | 'template.publish'
  /** A template was enabled or disabled. */
  | 'template.status'
  | 'template.delete'
  /** A template was exported as a file. */
  | 'template.export'
  | 'webhook.create'
  | 'webhook.modify'
  | 'webhook.delete'
  | 'webhook.rotateSecret'
  /** A member's display name or employee number was changed. */
  | 'member.modify'
  /** The terms of a member's authorisation to use a seal were changed. */
  | 'sealAuthor.modify'
  /** The merchant, the keys or the state of a pay channel were changed. */
  | 'payChannel.modify'
  /** A payment was refunded. */
  | 'payOrder.refund'
  /** A person has logged in to the console. */
  | 'session.begin'
  /** A person has given their second factor. */
  | 'session.factor'
  /** A member's sessions were ended by somebody else. */
  | 'session.end'
  /** A person has set up, replaced or removed a way to log in. */
  | 'factor.change'
  /** A person has become an operator of the platform. */
  | 'operator.create'
  /** An enterprise was created with its owner. */
  | 'corp.create';

/** Kinds of objects; ids of different kinds may be equal. */
export type AuditedKind =
  | 'contract'
  | 'member'
  | 'person'
  | 'seal'
  | 'sealAuthorisation'
  | 'template'
  | 'webhook'
  | 'payChannel'
  | 'payOrder'
  | 'registration'
  | 'corp';

/** Where a request came from. */
export interface AuditOrigin extends Pick<Context, 'now' | 'device'> {
  readonly source: AuditSource;
  /** null: not a request. */
  readonly address: string | null;
  /** null: not a request. */
  readonly requestId: string | null;
}

/** One act, as the audit records it. */
export interface AuditedAct {
  /** The enterprise in whose audit it is recorded; null: the platform's alone. */
  readonly corpId: CorpId | null;
  /** Who acted; null: nobody that is known. */
  readonly userId: UserId | null;
  readonly appId: string | null;
  /** The person whom the act concerns, if it is not whoever acted. */
  readonly subjectUserId?: UserId;
  readonly act: AuditedActName;
  readonly object?: { readonly kind: AuditedKind; readonly id: number };
  /** State of the object before and after; only fields that differ are recorded. */
  readonly before?: AuditFacts;
  readonly after?: AuditFacts;
  /** Names, titles and search texts: personal data that can be erased later. */
  readonly texts?: AuditFacts;
}

/** The origin of a request. */
export function originOf(
  ctx: Pick<Context, 'now' | 'address' | 'device' | 'requestId' | 'link' | 'isOwnConsole'>,
  source: AuditSource = sourceOf(ctx),
): AuditOrigin {
  const { now, address, device, requestId } = ctx;
  return { now, address, device, requestId, source };
}

/** The origin of a command. */
export function commandOrigin(now: Date): AuditOrigin {
  return { now, address: null, device: null, requestId: null, source: 'commandLine' };
}

function sourceOf({ link, isOwnConsole }: Pick<Context, 'link' | 'isOwnConsole'>): AuditSource {
  if (isOwnConsole === true) return 'console';
  return link === undefined ? 'interface' : 'link';
}
