/** The item of a batch that a row stands for, and the column that a path of the service's answer names. */
import type { BatchColumn } from '@cinnabar/api/batch-columns.js';
import type { InputOf } from '@cinnabar/api/operation.js';
import type { batchStartSignFlow } from '@cinnabar/api/operations/flow-batches.js';
import type { Sent } from '../../api/wire.js';
import type { MendedCell } from './mend-cell.js';

export type Item = Sent<InputOf<typeof batchStartSignFlow>>['items'][number];

/** The initiator's values are filled in with the start. */
const AT_ONCE = 2;

export function itemOf(columns: readonly BatchColumn[], cells: readonly MendedCell[]): Item {
  const values = columns.map((column, index) => ({ ...column, value: cells[index]?.value ?? '' }));
  const of = (kind: 'title' | 'order' | 'deadline') =>
    values.find(({ use, value }) => use.kind === kind && value !== '')?.value;
  const title = of('title');
  const order = of('order');
  const deadline = of('deadline');
  return {
    ...(title === undefined ? {} : { templateName: title }),
    ...(order === undefined ? {} : { sourceOrderCode: order }),
    ...(deadline === undefined ? {} : { expireDate: deadline }),
    participantList: partiesOf(columns).map((participantId) => {
      const fields = values.flatMap(({ use, value }) =>
        use.kind === 'party' && use.participantId === participantId && value !== ''
          ? [[use.field, value] as const]
          : [],
      );
      return { participantId, ...Object.fromEntries(fields) };
    }),
    autoFill: AT_ONCE,
    fillComponents: values.flatMap(({ use, value }) =>
      use.kind === 'value' && value !== '' ? [{ componentId: use.componentId, componentValue: value }] : [],
    ),
  };
}

function partiesOf(columns: readonly BatchColumn[]): readonly number[] {
  return [...new Set(columns.flatMap(({ use }) => (use.kind === 'party' ? [use.participantId] : [])))];
}

const FIELDS = { templateName: 'title', sourceOrderCode: 'order', expireDate: 'deadline' } as const;

/** The index of the column at fault; null where the path names none. */
export function columnAt(path: string | null, item: Item, columns: readonly BatchColumn[]): number | null {
  if (path === null) return null;
  const [, list = '', number = '', field = ''] = /^(\w+)(?:\[(\d+)\])?(?:\.(\w+))?$/.exec(path) ?? [];
  const index = columns.findIndex(({ use }) => {
    if (use.kind === 'party') {
      const party = item.participantList[Number(number)];
      const wanted = field === '' ? 'psnName' : field;
      return list === 'participantList' && party?.participantId === use.participantId && use.field === wanted;
    }
    if (use.kind === 'value') {
      const fill = number === '' ? undefined : item.fillComponents?.[Number(number)];
      return list === 'fillComponents' && fill?.componentId === use.componentId;
    }
    return Object.entries(FIELDS).some(([name, kind]) => name === list && kind === use.kind);
  });
  return index === -1 ? null : index;
}
