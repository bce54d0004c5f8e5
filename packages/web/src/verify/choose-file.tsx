import type { ReactNode } from 'react';

interface Props {
  readonly look: 'ink' | 'plain';
  readonly take: (files: readonly File[]) => void;
  readonly children: ReactNode;
}

const looks = {
  ink: 'min-h-12 bg-n-900 px-8 text-input text-n-0 hover:bg-n-800',
  plain: 'min-h-11 border border-n-400 bg-n-0 px-3 text-small text-n-900 hover:bg-n-50',
} as const;

/** A file input that looks like a button. */
export function ChooseFile({ look, take, children }: Props) {
  return (
    <label
      className={`inline-flex cursor-pointer items-center justify-center gap-2 rounded-control font-medium transition-colors duration-[120ms] select-none has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-info ${looks[look]}`}
    >
      {children}
      <input
        type="file"
        accept="application/pdf,.pdf"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // Allows choosing the same file again.
          event.target.value = '';
          if (files.length > 0) take(files);
        }}
        className="sr-only"
      />
    </label>
  );
}
