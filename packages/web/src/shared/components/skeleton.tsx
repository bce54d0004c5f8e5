/** Loading placeholder without animation. It appears after a delay, so that fast responses never show it. */
export function PageSkeleton() {
  return (
    <div aria-busy="true" className="flex h-full animate-[fade_200ms_400ms_both] flex-col">
      <div className="h-14 border-b border-n-200 bg-n-0" />
      <div className="flex flex-1 justify-center overflow-hidden p-4 lg:p-6">
        <div className="h-[130vw] w-full max-w-[794px] rounded-marker bg-n-100" />
      </div>
      <div className="h-20 border-t border-n-200 bg-n-0 lg:hidden" />
    </div>
  );
}
