/** The way on, which stays in sight below lists of any length. */
export const setupFoot =
  'sticky bottom-0 -mx-4 flex flex-row-reverse items-center gap-2 border-t border-n-200 bg-n-50 px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:-mx-8 sm:-mb-8 sm:rounded-b-card sm:bg-n-0 sm:px-8 sm:py-4';
