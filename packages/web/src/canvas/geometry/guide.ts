/** A line on the page, shown while a control is snapped to it. Along `x` it is vertical. */
export interface Guide {
  readonly kind: 'line' | 'gap';
  readonly axis: 'x' | 'y';
  readonly at: number;
  /** Extent on the other axis; of a gap, on its own. */
  readonly from: number;
  readonly to: number;
  /** Distance to what the control is aligned with, or width of the gap; null for lines of the page. */
  readonly distance: number | null;
}
