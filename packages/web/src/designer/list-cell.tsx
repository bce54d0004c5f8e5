interface Props {
  /** Row and column. */
  readonly id: string;
  readonly text: string;
  readonly label: string;
  readonly isNumber: boolean;
  /** Whether it is the one that Tab leads to. */
  readonly isActive: boolean;
  readonly isLocked: boolean;
  /** The text while it is being changed. */
  readonly typed: string | null;
  readonly type: (text: string) => void;
  /** null: the change was given up. */
  readonly finish: (text: string | null) => void;
}

/** Table cells of a grid take the focus (ARIA Authoring Practices, grid pattern). */
const openCell = { role: 'gridcell' } as const;
const lockedCell = { role: 'gridcell', 'aria-readonly': true } as const;

/** A cell that shows a text, or takes one. */
export function ListCell(props: Props) {
  const { id, text, label, isNumber, isActive, isLocked, typed, type, finish } = props;
  if (typed === null) {
    return (
      <td
        {...(isLocked ? lockedCell : openCell)}
        data-cell={id}
        tabIndex={isActive ? 0 : -1}
        className={`max-w-60 cursor-default truncate px-2 py-1 outline-offset-[-2px] ${isNumber ? 'figures text-right' : ''} ${isLocked ? 'text-n-500' : ''}`}
      >
        <bdi>{text}</bdi>
      </td>
    );
  }
  return (
    <td className="p-0">
      <input
        ref={(input) => input?.focus()}
        aria-label={label}
        value={typed}
        onChange={(event) => type(event.target.value)}
        onBlur={() => finish(typed)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') finish(null);
          else if (event.key === 'Enter' || event.key === 'Tab') {
            event.preventDefault();
            finish(typed);
          } else return;
          event.stopPropagation();
        }}
        className={`h-10 w-full min-w-24 border-0 bg-n-0 px-2 text-desk outline-2 outline-info outline-solid ${isNumber ? 'figures text-right' : ''}`}
      />
    </td>
  );
}

interface SelectProps {
  readonly label: string;
  readonly isSelected: boolean;
  readonly toggle: () => void;
}

export function SelectCell({ label, isSelected, toggle }: SelectProps) {
  return (
    <td className="px-2">
      <input
        type="checkbox"
        aria-label={label}
        checked={isSelected}
        onChange={toggle}
        className="size-5 align-middle"
      />
    </td>
  );
}
