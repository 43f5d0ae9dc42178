interface Flip {
  readonly at: Date;
  readonly flipId: string;
}

/** The id of an alert for programs. Its time leads to the partition of the flip. */
export const alertIdOf = ({ at, flipId }: Flip): string => `${at.getTime()}-${flipId}`;
