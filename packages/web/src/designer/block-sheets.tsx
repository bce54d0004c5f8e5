import { MAX_BLOCK_NAME, MAX_BLOCKS } from '@cinnabar/api/pages/block-limits.js';
import type { Block } from '@cinnabar/api/pages/template-blocks.js';
import { type FormEvent, useId, useState } from 'react';
import { Refused } from '../api/refused.js';
import { Button } from '../shared/components/button.js';
import { ErrorLine } from '../shared/components/error-line.js';
import { Sheet } from '../shared/components/sheet.js';
import { TextField } from '../shared/components/text-field.js';
import { commonTexts } from '../shared/text/common-texts.js';
import { useTexts } from '../shared/text/language.js';
import { blockTexts } from './block-texts.js';
import { type Fault, faultIn, MAX_BLOCK_CONTROLS, renamed } from './blocks.js';
import { clipboardTextOf } from './canvas-bridge.js';
import type { Control, Design } from './design.js';
import { useBlocks } from './use-blocks.js';

interface KeepProps {
  readonly design: Design;
  readonly keys: readonly Control['key'][];
  readonly close: () => void;
}

/** Asks for the name under which the selected controls are kept. */
export function KeepBlockSheet({ design, keys, close }: KeepProps) {
  const t = useTexts(blockTexts);
  const [content] = useState(() => clipboardTextOf(design, keys));
  return (
    <NameSheet
      title={t.keepTitle}
      first=""
      text={t.keepText(keys.length)}
      hindrance={keys.length > MAX_BLOCK_CONTROLS ? t.manyControls(MAX_BLOCK_CONTROLS, keys.length) : null}
      change={(blocks, blockName) => [...blocks, { blockName, content }]}
      close={close}
    />
  );
}

interface BlockProps {
  readonly block: Block;
  readonly close: () => void;
}

export function RenameBlockSheet({ block: { blockName }, close }: BlockProps) {
  const t = useTexts(blockTexts);
  return (
    <NameSheet
      title={t.renameTitle}
      first={blockName}
      text={null}
      hindrance={null}
      change={(blocks, name) => renamed(blocks, blockName, name)}
      close={close}
    />
  );
}

interface NameProps {
  readonly title: string;
  readonly first: string;
  readonly text: string | null;
  /** Why it cannot be kept under any name. */
  readonly hindrance: string | null;
  readonly change: (blocks: readonly Block[], name: string) => readonly Block[];
  readonly close: () => void;
}

function NameSheet({ title, first, text, hindrance, change, close }: NameProps) {
  const t = useTexts(blockTexts);
  const form = useId();
  const [typed, setTyped] = useState(first);
  const { listed, changing } = useBlocks();
  const name = typed.trim();
  const fault = listed.data === undefined ? null : faultIn(change(listed.data, name));
  const words: Readonly<Record<Fault, string>> = {
    taken: t.taken,
    full: t.full(MAX_BLOCKS),
    tooLarge: t.tooLarge,
  };
  const wrong = hindrance ?? (fault === null ? null : words[fault]);
  const isReady = listed.data !== undefined && name !== '' && wrong === null;
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (isReady && !changing.isPending)
      changing.mutate((blocks) => change(blocks, name), { onSuccess: close });
  };
  return (
    <Sheet
      title={title}
      isOpen
      close={close}
      isHeld={changing.isPending}
      footer={
        <Button
          type="submit"
          form={form}
          look="ink"
          wide
          isDisabled={!isReady}
          busyLabel={changing.isPending ? t.saving : null}
        >
          {t.save}
        </Button>
      }
    >
      <form id={form} noValidate onSubmit={save}>
        {text !== null && <p className="figures mt-0 mb-4 text-body text-n-700">{text}</p>}
        <TextField
          label={t.name}
          hint={t.nameHint}
          value={typed}
          onChange={setTyped}
          error={wrong}
          maxLength={MAX_BLOCK_NAME}
          autoComplete="off"
        />
      </form>
      <Trouble error={listed.error ?? changing.error} />
    </Sheet>
  );
}

export function RemoveBlockSheet({ block: { blockName }, close }: BlockProps) {
  const t = useTexts(blockTexts);
  const { changing } = useBlocks();
  const remove = () =>
    changing.mutate((blocks) => blocks.filter((each) => each.blockName !== blockName), { onSuccess: close });
  return (
    <Sheet
      title={t.removeTitle(blockName)}
      isOpen
      close={close}
      isHeld={changing.isPending}
      footer={
        <Button look="dangerous" wide busyLabel={changing.isPending ? t.removing : null} onPress={remove}>
          {t.remove}
        </Button>
      }
    >
      <p className="mt-0 mb-4 text-body text-n-700">{t.removeText}</p>
      <Trouble error={changing.error} />
    </Sheet>
  );
}

function Trouble({ error }: { readonly error: Error | null }) {
  const app = useTexts(commonTexts);
  return (
    <ErrorLine text={error === null ? null : error instanceof Refused ? error.message : app.offlineBar} />
  );
}
