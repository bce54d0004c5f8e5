import { componentTypes } from '@cinnabar/api/schemas/component.js';
import type { CorpId, MemberContext } from '../../../operation/context.js';
import { keepPicture, type ReadValue, readComponentValue } from '../../templates/index.js';
import type { Component } from '../flow/flow.js';

/**
 * Reads a value for a control of `owner`'s flow into the form that is drawn and stored. Pictures are examined, and
 * stored unless they already are a file of that enterprise.
 */
export async function readValue(
  ctx: MemberContext,
  owner: CorpId,
  component: Pick<Component, 'componentType' | 'attribute' | 'value'>,
  given: string,
): Promise<ReadValue> {
  const read = readComponentValue(component, given, ctx.services.config.timeZone);
  if ('problem' in read || read.drawn === '' || component.componentType !== componentTypes.image) return read;
  return keepPicture(ctx, owner, read.drawn, component.value);
}
