import type { KeyAct } from '../../../packages/web/src/canvas/canvas-keys.js';
import type { CanvasCommand } from '../../../packages/web/src/canvas/canvas-types.js';
import type { Arrangement } from '../../../packages/web/src/canvas/geometry/arranging.js';
import type { ControlChange } from '../../../packages/web/src/designer/commands.js';
import type { DesignerEvent } from '../../../packages/web/src/designer/designer-state.js';

/** Whatever can be done to the controls on the canvas, or beside it to those that are selected there. */
export type CanvasAct =
  | CanvasCommand['type']
  | KeyAct['kind']
  | Arrangement['kind']
  | keyof ControlChange
  | Extract<DesignerEvent['type'], 'undone' | 'redone'>
  | 'copyToPages'
  | 'keepBlock'
  | 'order';

interface Offered {
  readonly role: 'button' | 'checkbox' | 'columnheader' | 'grid' | 'textbox';
  readonly name: string;
}

const button = (name: string): Offered => ({ role: 'button', name });
const column = (name: string): Offered => ({ role: 'columnheader', name });
const arrange = button('对齐与分布');
const all: Offered = { role: 'checkbox', name: '全选' };
/** By the keys that its description names. */
const grid: Offered = { role: 'grid', name: '控件清单' };

/** Where the designer offers each act while the list of controls is open. */
export const offeredByList: Readonly<Record<CanvasAct, Offered>> = {
  select: all,
  selectPage: all,
  toggle: all,
  deselect: all,
  open: button('属性'),
  add: button('添加控件'),
  delete: button('删除'),
  duplicate: button('复制一份'),
  copyToPages: button('复制到页'),
  keepBlock: button('保存为常用组合'),
  copy: grid,
  cut: grid,
  paste: grid,
  move: column('X'),
  edge: column('X'),
  resize: column('宽'),
  page: { role: 'textbox', name: '移到页' },
  align: arrange,
  distribute: arrange,
  sameSize: arrange,
  order: button('上移'),
  name: { role: 'textbox', name: '批量命名' },
  party: column('参与方'),
  componentKey: column('键'),
  isRequired: column('必填'),
  anchor: column('锚点'),
  value: button('属性'),
  attribute: button('属性'),
  accept: button('建议'),
  dismiss: button('建议'),
  undone: button('撤销'),
  redone: button('重做'),
};
