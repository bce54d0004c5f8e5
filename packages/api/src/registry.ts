/** Every operation of the interface, in the order of the specification. */
import { declaredIn, type Operation } from './operation.js';
import * as applications from './operations/applications.js';
import * as approvals from './operations/approvals.js';
import * as audit from './operations/audit.js';
import * as certificates from './operations/certificates.js';
import * as credentials from './operations/credentials.js';
import * as enterprise from './operations/enterprise.js';
import * as evidence from './operations/evidence.js';
import * as flowBatches from './operations/flow-batches.js';
import * as flowControl from './operations/flow-control.js';
import * as flowDownload from './operations/flow-download.js';
import * as flowLinks from './operations/flow-links.js';
import * as flowLists from './operations/flow-lists.js';
import * as flowRead from './operations/flow-read.js';
import * as flowSign from './operations/flow-sign.js';
import * as flowStart from './operations/flow-start.js';
import * as members from './operations/members.js';
import * as payChannels from './operations/pay-channels.js';
import * as payments from './operations/payments.js';
import * as personalSeals from './operations/personal-seals.js';
import * as sealAuthors from './operations/seal-authors.js';
import * as seals from './operations/seals.js';
import * as sms from './operations/sms.js';
import * as templateDrafts from './operations/template-drafts.js';
import * as templateFiles from './operations/template-files.js';
import * as templateOverview from './operations/template-overview.js';
import * as templatePlaces from './operations/template-places.js';
import * as templates from './operations/templates.js';
import * as verification from './operations/verification.js';
import * as webhooks from './operations/webhooks.js';
import * as workspace from './operations/workspace.js';

const files = [
  ...[
    credentials,
    seals,
    sealAuthors,
    personalSeals,
    members,
    enterprise,
    certificates,
    sms,
    payments,
    payChannels,
    templates,
  ],
  ...[templateOverview, templateDrafts, templatePlaces, templateFiles],
  ...[flowStart, flowBatches, flowSign, flowLinks, flowLists, flowRead, approvals, flowControl, flowDownload],
  ...[workspace, verification, webhooks, applications, audit, evidence],
];

type OperationsIn<Module> = Module extends unknown ? Extract<Module[keyof Module], Operation> : never;

/** Union of the operations with their literal types and field comments, for the SDK. */
export type Registered = OperationsIn<(typeof files)[number]>;

export const registry: readonly Operation[] = files.flatMap(declaredIn);
