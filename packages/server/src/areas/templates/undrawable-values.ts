import type { Words } from '../../operation/refusal.js';
import type { Services } from '../../operation/services.js';
import { drawnValueOf } from './drawn-value.js';
import type { PlannedComponent } from './plan-components.js';
import type { ElementProblem } from './rules.js';

/**
 * The default values that cannot be drawn into their controls: a character that no font contains, or a text too long
 * for the box. Detected here it can be corrected by the designer; at a start it would prevent a contract.
 */
export async function undrawableValues(
  services: Pick<Services, 'documents'>,
  planned: readonly PlannedComponent[],
): Promise<readonly ElementProblem[]> {
  const values = planned.flatMap((component, index) => {
    if (component.value === null) return [];
    const { pageNum: page, x, y, componentType, attribute } = component;
    const box = { page, x, y, width: attribute.width, height: attribute.height };
    const drawn = drawnValueOf(
      { componentType, attribute, box },
      component.value,
      `components[${index}].value`,
    );
    return drawn?.kind === 'text' ? [drawn.value] : [];
  });
  if (values.length === 0) return [];
  const refused = await services.documents.checkValues(values);
  return refused.map((each) => ({ path: each.label, problem: drawingProblem(each) }));
}

/** Explains why a value could not be drawn. */
export function drawingProblem(refused: {
  readonly reason: string;
  readonly character: string | null;
}): Words {
  if (refused.reason === 'MISSING_GLYPH') {
    return {
      zh: `“${refused.character}”无法显示，请更换写法`,
      en: `"${refused.character}" cannot be displayed; write it differently`,
    };
  }
  return { zh: '内容超出控件范围', en: 'does not fit into the control' };
}
