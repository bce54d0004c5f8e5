import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/**
 * The mark that signing has placed in a control of a flow. Existing marks without a control are identified by the names
 * assigned at the time; the texts of their remarks exist only in the signed files.
 */
export const migration: Migration = {
  async up(db) {
    await sql`alter table flow_components add column placed jsonb`.execute(db);
    await sql`
      update flow_components as component
      set placed = jsonb_build_object(
        'kind', case component_name when '备注' then 'remark' when '签署日期' then 'date' else 'seal' end,
        'free', true, 'seal', null, 'picture', null, 'salt', null
      )
      from flow_participants as participant
      where participant.corp_id = component.corp_id
        and participant.flow_id = component.flow_id
        and participant.participant_id = component.participant_id
        and participant.sign_time is not null
        and component.component_type = 6
        and not component.required
        and component.component_key is null
        and component.template_component_id is null
        and component.component_name in ('印章', '骑缝章', '备注', '签署日期')
    `.execute(db);
  },
};
