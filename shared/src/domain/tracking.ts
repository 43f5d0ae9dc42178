/**
 * How a product is tracked, as users see and choose it (specification, section 4). A product that is
 * `ignoredUntilFirstSale` becomes tracked with its next order.
 */
export const trackingStates = ['tracked', 'ignored', 'ignoredUntilFirstSale'] as const;
export type TrackingState = (typeof trackingStates)[number];

export const wordOfState: Readonly<Record<TrackingState, string>> = {
  tracked: 'Tracked',
  ignored: 'Ignored',
  ignoredUntilFirstSale: 'Ignored until first sale',
};

const cycle: Readonly<Record<TrackingState, TrackingState>> = {
  ignoredUntilFirstSale: 'tracked',
  tracked: 'ignored',
  ignored: 'ignoredUntilFirstSale',
};

/** The state after a click on the box of a product (section 4). */
export const nextTrackingState = (state: TrackingState): TrackingState => cycle[state];

/** The fields of section 7 that state how a product is tracked. */
interface TrackingFields {
  readonly show: boolean;
  readonly ignoredUntilNextOrder: boolean;
}

export const trackingFieldsOf = (state: TrackingState): TrackingFields => ({
  show: state === 'tracked',
  ignoredUntilNextOrder: state === 'ignoredUntilFirstSale',
});

export function trackingStateOf({ show, ignoredUntilNextOrder }: TrackingFields): TrackingState {
  if (show) return 'tracked';
  return ignoredUntilNextOrder ? 'ignoredUntilFirstSale' : 'ignored';
}
