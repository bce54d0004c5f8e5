import { refuseFor } from '../../operation/refusal.js';
import type { TemplateRow } from './store.js';

/**
 * @param template locked
 * @param seen the updateTime that the caller last saw; undefined if the caller overwrites any state
 * @throws Refusal 409, TEMPLATE_CHANGED
 */
export function requireUnchanged(template: Pick<TemplateRow, 'updated_at'>, seen: Date | undefined): void {
  if (seen !== undefined && seen.getTime() !== template.updated_at.getTime()) {
    throw refuseFor('TEMPLATE_CHANGED');
  }
}
