import type { SignPageArea, SignPageFile, SignPageView } from '@cinnabar/api/pages/sign.js';
import type { LinkServices } from '../../../operation/link-address.js';
import {
  type Component,
  type Flow,
  type FlowFile,
  type Participant,
  signatureAreaType,
} from '../flow/flow.js';
import { shownComponents } from '../flow/rules/component-rules.js';
import { paymentAfterSigning } from '../flow/rules/duties.js';
import { seamsOfFile } from '../flow/rules/seams.js';
import { flowPageView, pageFileView, partyView } from '../view/flow-page.js';
import type { PageParts } from '../view/page-parts.js';

type Whole = Pick<SignPageView, 'obstacle' | 'approval' | 'mobile' | 'proofs' | 'seals' | 'shown'>;

export interface SigningPageParts {
  readonly signer: Participant;
  readonly parts: PageParts;
  readonly rest: Whole;
}

/** A flow as displayed to its signer, in any state of the flow. */
export function signingPageView(
  services: LinkServices,
  flow: Flow,
  { signer, parts, rest }: SigningPageParts,
  now: Date,
): Omit<SignPageView, 'agreements'> {
  const { payee } = signer;
  return {
    ...flowPageView(services, flow, signer, parts, now),
    me: partyView(flow, signer, signer, services.config.timeZone),
    isEnterprise: signer.type === 'enterprise',
    amount: payee === null ? null : payee.amountFen / 100,
    paysNow: paymentAfterSigning(flow, signer, now) === 'due',
    files: flow.files.map((file) => fileView(services, flow, file, signer, now)),
    areas: shownComponents(flow.components)
      .filter(({ componentType }) => componentType === signatureAreaType)
      .map((component) => areaView(component)),
    ...rest,
  };
}

function fileView(
  services: LinkServices,
  flow: Flow,
  file: FlowFile,
  signer: Participant,
  now: Date,
): SignPageFile {
  const seam = seamsOfFile(flow, file).find(({ participantId }) => participantId === signer.participantId);
  return {
    ...pageFileView(services, flow, file, now),
    freeSeam: seam !== undefined && seam.area === null && file.pages.length > 1,
  };
}

function areaView(component: Component): SignPageArea {
  const { attribute } = component;
  return {
    componentId: component.componentId,
    fileId: component.fileId,
    participantId: component.participantId,
    name: component.componentName,
    page: component.pageNum,
    x: component.positionX,
    y: component.positionY,
    width: attribute.width,
    height: attribute.height,
    required: component.required,
    seam: attribute.signStyle === 2,
    sealSpecs: attribute.sealSpecs ?? 1,
    showSignDate: attribute.showSignDate === 1,
  };
}
