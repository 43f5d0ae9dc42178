export interface NoteLine {
  readonly label: string;
  readonly value: string;
  /** CSS colour of its series. */
  readonly colour?: string;
}

/** What is told of one point of a chart: beside the cursor, and to screen readers. */
export interface Note {
  readonly title: string;
  readonly remark?: string | undefined;
  readonly lines: readonly NoteLine[];
}

export const noteText = ({ title, remark, lines }: Note): string =>
  [title, ...(remark ? [remark] : []), ...lines.map(({ label, value }) => `${label} ${value}`)].join(', ');
