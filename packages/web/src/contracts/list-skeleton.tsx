/** Placeholder of the list. It appears after a delay, so that fast responses never show it. */
export function ListSkeleton() {
  return (
    <div aria-busy="true" className="animate-[fade_200ms_400ms_both] space-y-3">
      <div className="h-7 w-40 rounded-marker bg-n-100" />
      <div className="h-24 rounded-card bg-n-100" />
      <div className="h-24 rounded-card bg-n-100" />
      <div className="h-24 rounded-card bg-n-100" />
    </div>
  );
}
