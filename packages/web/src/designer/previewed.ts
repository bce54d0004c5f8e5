/** What a preview is asked with, and which control each index of its answer is about. Pure. */
import { hasText, isArea } from './control-kinds.js';
import {
  type Control,
  type Design,
  type TemplateFile,
  type TemplateId,
  UNPLACED,
  writeDesign,
} from './design.js';

/** Controls of a preview: those that wait for a place cannot be drawn. */
export function previewedControls({ controls }: Design): readonly Control[] {
  return controls.filter(({ page }) => page !== UNPLACED);
}

/** Controls whose value somebody may choose for a preview. */
export function filledControls(design: Design): readonly Control[] {
  return previewedControls(design).filter(
    (control) => !isArea(control) && (control.attribute.formula ?? '') === '',
  );
}

interface Asked {
  readonly templateId: TemplateId | null;
  /** In place of a name that is not given yet. */
  readonly name: string;
  readonly own: ReadonlyMap<Control['key'], string>;
}

/** The document without what is not drawn, such as unfinished copiers, and the values that somebody has chosen. */
export function previewBody(design: Design, { templateId, name, own }: Asked) {
  const controls = previewedControls(design);
  const templateName = design.name.trim() === '' ? name : design.name;
  const drawn: Design = { ...design, name: templateName, controls, copiers: [], attachments: [] };
  const values = controls.flatMap(({ key }, index) => {
    const value = own.get(key) ?? '';
    return value === '' ? [] : [{ index, value }];
  });
  return { ...writeDesign(drawn, templateId), ...(values.length === 0 ? {} : { values }) };
}

/** Controls with a default value that is drawn as text. */
export function defaultsOf({ controls }: Design): readonly Control[] {
  return controls.filter((control) => control.value !== '' && hasText(control));
}

/**
 * The default values alone, each in its box: where they stand does not matter, so that moving a control asks for
 * nothing. One file is enough, and the names are of no account.
 */
export function defaultsBody(design: Design) {
  const [file] = design.files;
  const defaults = defaultsOf(design);
  const controls = defaults.map((control, index): Control => {
    const { showWhen: _, formula: __, ...attribute } = control.attribute;
    const place = { file: file?.key ?? control.file, page: 1, x: 0, y: 0, anchor: null };
    return { ...control, ...place, attribute, name: String(index + 1), componentKey: '', value: '' };
  });
  return bodyOf({ ...design, files: file === undefined ? [] : [file], controls }, defaults);
}

/** The controls of a file with a default value, and a preview of these in their places. */
export function drawnDefaultsOf(design: Design, file: TemplateFile) {
  const controls = defaultsOf(design).filter((each) => each.file === file.key && each.page !== UNPLACED);
  const drawn = controls.map((control, index): Control => {
    const { showWhen: _, formula: __, ...attribute } = control.attribute;
    return { ...control, attribute, anchor: null, name: String(index + 1), componentKey: '', value: '' };
  });
  return { controls, body: bodyOf({ ...design, files: [file], controls: drawn }, controls) };
}

/** As of a new template: the ids of a published one belong to it, and are refused without it. */
function bodyOf(design: Design, defaults: readonly Control[]) {
  const drawn: Design = {
    ...{ ...design, name: '-', copiers: [], attachments: [] },
    parties: design.parties.map((party) => ({ ...party, participantId: null })),
    files: design.files.map((file) => ({ ...file, fileId: null })),
    controls: design.controls.map((control) => ({ ...control, componentId: null })),
  };
  return {
    ...writeDesign(drawn, null),
    values: defaults.map(({ value }, index) => ({ index, value })),
  };
}
