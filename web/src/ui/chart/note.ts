export interface NoteLine {
  readonly label: string;
  readonly value: string;
  /** The CSS colour of the series. */
  readonly colour?: string;
}

/** The texts of one point of a chart, shown beside the cursor and read by screen readers. */
export interface Note {
  readonly title: string;
  readonly remark?: string | undefined;
  readonly lines: readonly NoteLine[];
}

export const noteText = ({ title, remark, lines }: Note): string =>
  [title, ...(remark ? [remark] : []), ...lines.map(({ label, value }) => `${label} ${value}`)].join(', ');
