import { componentTypes } from '@cinnabar/api/schemas/component.js';
import type { CorpId, MemberContext } from '../../../operation/context.js';
import { keepPicture, type ReadValue, readComponentValue } from '../../templates/index.js';
import type { Component } from '../flow/flow.js';

/**
 * A value given for a control of `owner`'s flow, as it will be drawn and kept. Pictures are examined, and stored where
 * they are not a file of that enterprise yet.
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
