/** An error message that screen readers announce. */
export function ErrorLine({ text }: { readonly text: string | null }) {
  return (
    <p role="alert" className="m-0 text-small text-danger empty:hidden">
      {text === null ? null : <span className="mb-3 block">{text}</span>}
    </p>
  );
}
