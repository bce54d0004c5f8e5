/** Whether the latest draft is on the server. */
export type Saving =
  | { readonly state: 'idle' | 'saving' }
  | { readonly state: 'unsaved'; readonly because: 'offline' | 'sessionOver' | 'refused' }
  | { readonly state: 'saved'; readonly time: string };
