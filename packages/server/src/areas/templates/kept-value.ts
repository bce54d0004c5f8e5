import { componentTypes, type GivenComponent } from '@cinnabar/api/schemas/component.js';
import type { MemberContext } from '../../operation/context.js';
import type { Words } from '../../operation/refusal.js';
import { keepPicture, readPictureValue } from './picture-value.js';

/**
 * Stored value of a control of a request: a picture becomes a stored file, so that templates and flows contain keys
 * only; any other value is unchanged.
 * @param soFar the control's present picture
 */
export async function keptValue(
  ctx: MemberContext,
  { componentType, value }: Pick<GivenComponent, 'componentType' | 'value'>,
  soFar: string | null,
): Promise<{ readonly value?: string } | { readonly problem: Words }> {
  if (value === undefined) return {};
  if (componentType !== componentTypes.image || value.trim() === '') return { value };
  const shape = readPictureValue(value);
  if ('problem' in shape) return shape;
  const picture = await keepPicture(ctx, ctx.corpId, shape.drawn, soFar);
  return 'problem' in picture ? picture : { value: picture.drawn };
}
