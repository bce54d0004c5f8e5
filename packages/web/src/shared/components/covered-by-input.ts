/**
 * React Aria hides the inputs of its labels by an inline style. These classes stretch the input over the whole label,
 * so that pointers and screen-reader touch hit it where the label is visible.
 */
export const coveredByInput = [
  'relative cursor-pointer',
  '[&>span:first-child]:absolute! [&>span:first-child]:inset-0! [&>span:first-child]:m-0! [&>span:first-child]:size-full!',
  '[&>span:first-child]:[clip:auto]! [&>span:first-child]:[clip-path:none]! [&>span:first-child]:opacity-0',
  '[&>span:first-child>input]:absolute [&>span:first-child>input]:inset-0 [&>span:first-child>input]:m-0',
  '[&>span:first-child>input]:size-full [&>span:first-child>input]:cursor-pointer',
].join(' ');
