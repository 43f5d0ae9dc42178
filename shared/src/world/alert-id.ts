interface Flip {
  readonly at: Date;
  readonly flipId: string;
}

/**
 * Returns the id of an alert for programs. It contains the time of the flip, from which the flip's partition is found.
 * An open issue whose flip is not kept any more has the id of its item instead of that of the flip.
 */
export const alertIdOf = ({ at, flipId }: Flip): string => `${at.getTime()}-${flipId}`;
